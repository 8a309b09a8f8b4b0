import type { Campaign } from '@recado/shared/campaigns/campaign'
import type { PlatformSendingState, SendingState } from '@recado/shared/campaigns/sending-stop'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

const SHOP = '5511900000041'
const WRONG = { reason: 'Mensagem errada' }
const EVERY_SECOND = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }
const RIGHT = { reason: 'Mensagem corrigida' }

let system: RunningSystem
let principals: Principals
let admin: ApiClient
let other: ApiClient
let operator: ApiClient
let whatsappId: string
let next = 1

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  admin = await principals.signedIn(await principals.company())
  other = await principals.signedIn(await principals.company())
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  whatsappId = (await admin.linkedConnection(SHOP)).id
  await admin.settings(EVERY_SECOND)
})
afterAll(() => system.stop())

const sending = (client = admin) => client.done<SendingState>('GET', '/sending')
const stop = (client = admin, body: object = WRONG) =>
  client.send<SendingState>('POST', '/sending/stop', body)
const resume = (client = admin) => client.send<SendingState>('POST', '/sending/resume', RIGHT)

/** A campaign that is going, to so many people. */
async function going(
  people: number,
  client = admin,
  by = whatsappId,
): Promise<{ campaign: Campaign; numbers: string[] }> {
  const list = await client.newList()
  const numbers = Array.from({ length: people }, () => `55119555700${String(next++).padStart(2, '0')}`)
  await client.addContacts(list.id, numbers)
  const campaign = await client.newCampaign({ whatsappId: by, contactListId: list.id })
  await client.done('POST', `/campaigns/${campaign.id}/start`)
  return { campaign, numbers }
}
const sentOf = async ({ id }: Campaign) => (await admin.report(id)).counters.sent
const waits = (campaign: Campaign, waitingFor: string) =>
  eventually(
    `it waits for ${waitingFor}`,
    async () => (await admin.report(campaign.id)).waitingFor === waitingFor,
  )
async function everybodyGotOne(numbers: readonly string[]): Promise<void> {
  for (const number of numbers)
    expect({ number, got: (await admin.messagesOf(number)).length }).toEqual({ number, got: 1 })
}

describe('stopping all sending of a company', () => {
  test('ends within a message, and goes on with the rest when it is resumed', {
    timeout: atMost(90_000),
  }, async () => {
    const { campaign, numbers } = await going(6)
    await eventually('one is sent', async () => (await sentOf(campaign)) >= 1)
    expect((await stop()).body.company).toMatchObject({ reason: 'Mensagem errada' })
    await waits(campaign, 'company-stop')
    const sent = await sentOf(campaign)
    expect(sent).toBeLessThan(numbers.length)
    expect(await admin.report(campaign.id)).toMatchObject({ status: 'EM_ANDAMENTO', expectedEndAt: null })
    expect((await resume()).body.company).toBeNull()
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 6, failed: 0 })
    await everybodyGotOne(numbers)
  })

  test('keeps what is started meanwhile waiting', { timeout: atMost(90_000) }, async () => {
    await stop()
    const { campaign, numbers } = await going(2)
    await waits(campaign, 'company-stop')
    expect(await sentOf(campaign)).toBe(0)
    await resume()
    await admin.finished(campaign.id)
    await everybodyGotOne(numbers)
  })

  test('is told to the company’s browsers, with who did it, and to nobody else', async () => {
    const [ours, theirs] = [await LiveSocket.open(admin), await LiveSocket.open(other)]
    const { body } = await stop(admin, { reason: '  Conta errada  ' })
    const told = await ours.frame('of the stop', ({ action }) => action === 'sending')
    expect(told.state).toEqual(body)
    expect(body.company).toMatchObject({
      reason: 'Conta errada',
      by: { name: expect.stringMatching(/^Pessoa/) },
    })
    await resume()
    const isResumed = ({ action, state }: { action?: unknown; state?: unknown }) =>
      action === 'sending' && Object(state).company === null
    await ours.frame('of the resume', isResumed)
    expect((await sending()).history.slice(0, 2)).toMatchObject([
      { action: 'resume', reason: 'Mensagem corrigida' },
      { action: 'stop', reason: 'Conta errada' },
    ])
    await stop(other)
    await theirs.frame('of their own', ({ action }) => action === 'sending')
    expect(theirs.frames).toHaveLength(1)
    await resume(other)
    ours.close()
    theirs.close()
  })

  test('twice at once is one stop, and changes nothing for another company', async () => {
    const before = (await sending()).history.length
    const answers = await Promise.all(Array.from({ length: 5 }, () => stop()))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect((await sending()).history).toHaveLength(before + 1)
    expect((await sending(other)).company).toBeNull()
    await Promise.all(Array.from({ length: 5 }, () => resume()))
    expect((await sending()).history).toHaveLength(before + 2)
  })

  test.each([[{}], [{ reason: '' }], [{ reason: '  a ' }], [{ reason: 'x'.repeat(201) }]])(
    'for the reason %j is refused',
    async (body) => {
      expect(await stop(admin, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
      expect((await sending()).company).toBeNull()
    },
  )
})

describe('stopping all sending of the platform', () => {
  const platform = () => operator.done<PlatformSendingState>('GET', '/platform/sending')

  test('is the operator’s alone', async () => {
    for (const [method, path] of [
      ['GET', '/platform/sending'],
      ['POST', '/platform/sending/stop'],
      ['POST', '/platform/sending/resume'],
    ] as const)
      expect(await admin.send(method, path, method === 'POST' ? WRONG : undefined)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect((await platform()).history).toEqual([])
  })

  test('holds every company, and lets them go on', { timeout: atMost(120_000) }, async () => {
    const { body } = await operator.send<PlatformSendingState>('POST', '/platform/sending/stop', WRONG)
    expect(body.platform).toMatchObject({ reason: 'Mensagem errada' })
    expect((await sending()).platform).toEqual({ reason: 'Mensagem errada', at: body.platform?.at })
    const { campaign, numbers } = await going(2)
    await waits(campaign, 'platform-stop')
    // A company's own resume does not help.
    await resume()
    await waits(campaign, 'platform-stop')
    expect(await sentOf(campaign)).toBe(0)
    await operator.done('POST', '/platform/sending/resume', RIGHT)
    expect(await platform()).toMatchObject({
      platform: null,
      history: [{ action: 'resume' }, { action: 'stop' }],
    })
    await admin.finished(campaign.id, 90_000)
    await everybodyGotOne(numbers)
  })
})

describe('a company that has not paid', () => {
  test('sends nothing from the moment it is overdue, and goes on once it has paid', {
    timeout: atMost(120_000),
  }, async () => {
    const companyId = await principals.company()
    const client = await principals.signedIn(companyId)
    await client.settings(EVERY_SECOND)
    const { id } = await client.linkedConnection('5511900000042')
    const { campaign, numbers } = await going(3, client, id)
    await eventually('one is sent', async () => (await client.report(campaign.id)).counters.sent >= 1)
    await principals.changeCompany(companyId, { overdueFrom: new Date().toISOString() })
    const waiting = async () => (await client.report(campaign.id)).waitingFor === 'company-overdue'
    await eventually('it waits for the payment', waiting)
    for (const action of ['resume', 'start', 'restart', 'resendAllFailed', 'test'])
      expect(await client.send('POST', `/campaigns/${campaign.id}/${action}`, {}), action).toMatchObject({
        status: 402,
        body: { error: 'ERR_COMPANY_OVERDUE' },
      })
    // It still reads, and prepares what it will send.
    expect((await client.report(campaign.id)).counters.sent).toBeLessThan(numbers.length)
    await client.newList('Para depois')
    await principals.changeCompany(companyId, { overdueFrom: null })
    expect((await client.finished(campaign.id, 60_000)).counters).toMatchObject({ sent: 3, failed: 0 })
    await everybodyGotOne(numbers)
  })
})
