import { handler } from '@recado/functions/email/mail-events'
import { sesSender } from '@recado/functions/email/ses'
import { mailedNotice } from '@recado/functions/notices/mailed-notice'
import { settings } from '@recado/functions/notices/notices'
import { stopMails } from '@recado/functions/notices/stop-mails'
import { list } from '@recado/functions/users/invitations'
import { shownUser } from '@recado/functions/users/shown'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { mailProblemOf, mailProblems, noteUnreached } from '@recado/shared/email/unreached'
import { newId } from '@recado/shared/ids'
import { getNotice, putNotice } from '@recado/shared/notices/store'
import type { Log } from '@recado/shared/ports/log'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putInvitation } from '@recado/shared/users/invitation-store'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange } from '../support/accounts.ts'
import { AwsStandIn, json } from '../support/aws-stand-in.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const ANA = 'ana@exemplo.test'
const AT = '2026-11-30T12:00:00.000Z'
const LATER = '2026-11-30T12:01:00.000Z'

let memory: MemoryTable
let table: TenantTable

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({
    table: (id) => new TenantTable(memory, id),
    ports: enginePorts(memory, () => Date.parse(AT)).ports,
    log: quiet,
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  await foundCompany({ table: memory }, aCompany({ id: 'A', planId: null }))
})

describe('a mail to SES', () => {
  let aws: AwsStandIn
  beforeAll(async () => {
    aws = await AwsStandIn.start()
    aws.answers = { 'POST /v2/email/outbound-emails': json({ MessageId: 'M' }) }
    for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    aws.close()
  })

  test('says that a program wrote it, and names its company and the set that reports on it', async () => {
    const sender = sesSender({ from: 'recado@exemplo.test', configurationSet: 'loja-mails' })
    const headers = { 'List-Id': 'x' }
    await sender.send({ to: ANA, subject: 'Olá 🎉', text: 'Oi', html: '<p>Oi</p>', headers, companyId: 'A' })
    const [asked] = aws.asked
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      FromEmailAddress: 'Recado <recado@exemplo.test>',
      Destination: { ToAddresses: [ANA] },
      Content: {
        Simple: {
          Subject: { Data: 'Olá 🎉', Charset: 'UTF-8' },
          Headers: [
            { Name: 'Auto-Submitted', Value: 'auto-generated' },
            { Name: 'X-Auto-Response-Suppress', Value: 'OOF, AutoReply' },
            { Name: 'List-Id', Value: 'x' },
          ],
        },
      },
      ConfigurationSetName: 'loja-mails',
      EmailTags: [{ Name: 'company', Value: 'A' }],
    })
  })
})

/** As SES reports it: "Examples of event data that Amazon SES publishes to Firehose" in its developer guide. */
const reported = (eventType: string, more: object, { company = 'A', to = ANA } = {}) => ({
  source: 'aws.ses',
  'detail-type': 'Email Bounced',
  detail: {
    eventType,
    ...more,
    mail: {
      timestamp: AT,
      source: 'recado@exemplo.test',
      messageId: 'M',
      destination: [to],
      tags: { 'ses:configuration-set': ['loja-mails'], company: [company] },
    },
  },
})
const bounced = (bounceType: string, timestamp = AT) =>
  reported('Bounce', {
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: ANA, action: 'failed', status: '5.1.1' }],
      timestamp,
    },
  })
const complained = (complaintFeedbackType?: string) =>
  reported('Complaint', {
    complaint: { complainedRecipients: [{ emailAddress: ANA }], complaintFeedbackType, timestamp: AT },
  })
const delivered = (timestamp: string) =>
  reported('Delivery', {
    delivery: { timestamp, recipients: [ANA], smtpResponse: '250 2.6.0 Message received' },
  })

describe('a report of SES', () => {
  test.each([
    ['a refusal for good', 'bounce', bounced('Permanent')],
    ['a full mailbox', null, bounced('Transient')],
    ['a refusal for an unknown reason', null, bounced('Undetermined')],
    ['a mail that is called spam', 'complaint', complained('abuse')],
    ['a complaint without a kind', 'complaint', complained()],
    ['a mail that is called no spam', null, complained('not-spam')],
    ['a delivery', null, delivered(AT)],
  ])('of %s leaves the address with the problem %s', async (_, problem, event) => {
    await handler(event)
    expect(await mailProblemOf(table, ANA)).toBe(problem)
  })

  test('of a delivery ends the problem, unless it is older', async () => {
    await handler(bounced('Permanent', LATER))
    await handler(delivered(AT))
    expect([...(await mailProblems(table))]).toEqual([[ANA, 'bounce']])
    await handler(delivered('2026-11-30T12:02:00.000Z'))
    expect([...(await mailProblems(table))]).toEqual([])
  })

  test('about a company that is deleted leaves nothing', async () => {
    const { detail, ...rest } = bounced('Permanent')
    const mail = { ...detail.mail, tags: { ...detail.mail.tags, company: ['GONE'] } }
    await handler({ ...rest, detail: { ...detail, mail } })
    expect(await mailProblemOf(new TenantTable(memory, 'GONE'), ANA)).toBeNull()
  })
})

test('a notice is not mailed to an address that mails do not reach', async () => {
  const { id: userId, email } = await anAccount(memory, 'A')
  const noticeId = newId(Date.parse(AT))
  const about = { place: 'connections', name: 'Loja', reason: 'LOGGED_OUT' } as const
  await putNotice(table, { id: noticeId, userId, kind: 'connection-down', ticketId: null, about, at: AT })
  await noteUnreached(table, { email, problem: 'bounce', at: AT })
  expect(await mailedNotice({ kind: 'notice', companyId: 'A', userId, noticeId }, 'job')).toBeUndefined()
  expect((await getNotice(table, userId, noticeId))?.mailedAt).toBeUndefined()
})

describe('an address that mails do not reach', () => {
  test('is shown with its user, to the user in their own settings, and with its invitation', async () => {
    const [ana, bia] = [await anAccount(memory, 'A'), await anAccount(memory, 'A')]
    const until = '2026-12-07T12:00:00.000Z'
    const invitation = { id: 'I', email: ANA, profile: 'user', digest: 'D', createdAt: AT, until } as const
    await putInvitation(table, invitation)
    await noteUnreached(table, { email: ana.email, problem: 'complaint', at: AT })
    await noteUnreached(table, { email: ANA, problem: 'bounce', at: AT })
    const mailProblem = 'complaint'
    expect(await shownUser('A', ana)).toMatchObject({ mailProblem })
    expect(await shownUser('A', bia)).toMatchObject({ mailProblem: null })
    expect(await settings(actorOf(ana))).toMatchObject({ mailProblem })
    expect(await settings(actorOf(bia))).toMatchObject({ mailProblem: null })
    expect(await list(actorOf(ana))).toMatchObject([{ email: ANA, mailProblem: 'bounce' }])
  })
})

describe('a mail about a notice', () => {
  async function aMail(kind: 'connection-down' | 'campaign-waiting' = 'connection-down') {
    const user = await anAccount(memory, 'A')
    const noticeId = newId(Date.parse(AT))
    const about = { place: 'connections', name: 'Loja', reason: 'LOGGED_OUT' } as const
    await putNotice(table, { id: noticeId, userId: user.id, kind, ticketId: null, about, at: AT })
    const mail = await mailedNotice({ kind: 'notice', companyId: 'A', userId: user.id, noticeId }, 'job')
    const address = /^<(.*)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    return { user, mail, url: new URL(address) }
  }

  test('offers one click that ends mails of its kind, and of no other', async () => {
    const { user, mail, url } = await aMail()
    expect(mail?.headers).toMatchObject({
      'List-Id': '<connection-down.recado.test>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(url.href).toMatch(/^https:\/\/recado\.test\/api\/notices\/stop-mails\?token=/)
    const token = url.searchParams.get('token') ?? ''
    for (const _ of ['first', 'again']) await stopMails(token, anExchange())
    const { channels } = await settings(actorOf(user))
    expect(channels['connection-down']).toEqual({ browser: true, email: false })
    expect(channels['campaign-waiting']).toEqual({ browser: true, email: true })
    expect(JSON.stringify(await getNotice(table, user.id, token.split('.')[2] ?? ''))).not.toContain(
      token.split('.')[3],
    )
  })

  test('is not ended by a token with another secret, user or company', async () => {
    const [{ user, url }, other] = [await aMail(), await aMail()]
    const [company, , notice, secret] = (url.searchParams.get('token') ?? '').split('.')
    const wrong = [
      `${company}.${user.id}.${notice}.A`,
      `${company}.${other.user.id}.${notice}.${secret}`,
      `B.${user.id}.${notice}.${secret}`,
      `PLATFORM.${user.id}.${notice}.${secret}`,
      '',
    ]
    for (const token of wrong)
      await expect(stopMails(token, anExchange())).rejects.toMatchObject({ code: 'ERR_LINK_EXPIRED' })
    expect((await settings(actorOf(user))).channels['connection-down'].email).toBe(true)
    // Only wrong ones count.
    const left = 50 - wrong.length
    const right = url.searchParams.get('token') ?? ''
    for (let count = 0; count < left; count += 1) {
      await stopMails(right, anExchange())
      await expect(stopMails('wrong', anExchange())).rejects.toMatchObject({ code: 'ERR_LINK_EXPIRED' })
    }
    await expect(stopMails(right, anExchange())).rejects.toMatchObject({ code: 'ERR_TOO_MANY_ATTEMPTS' })
  })
})
