import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import { hasMedia } from '@recado/shared/messages/content'
import type { Row } from '@recado/shared/table/table'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient, accepted, refused } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { keysUnder, putObject } from '../support/bucket.ts'
import { atMost, eventually } from '../support/eventually.ts'
import type { LooseRow } from '../support/loose-rows.ts'
import { ops as operated } from '../support/operations.ts'
import { Operator } from '../support/operator.ts'
import type { Person, Principals } from '../support/principals.ts'
import { anAddress } from '../support/sign-ins.ts'
import { ownSystem } from '../support/test-system.ts'

/** Two deployments. The company moves from the first to the second. */
const { system: source, principals } = ownSystem()
const { system: target, principals: principalsThere } = ownSystem()

const SHOP = '5511900000411'
const numbersFrom = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`)
/** Recipients of the campaign. The last one is blocked. */
const PEOPLE = numbersFrom('55119876541', 20)
const [BLOCKED = ''] = PEOPLE.slice(-1)
const CUSTOMER = '5511987654201'
/** Writes while the company stands still. */
const LATE_CUSTOMER = '5511987654202'
const ERASED = '5511987654401'
const EVERY_SECOND = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }
/** On a busy machine too, many are left when the command starts. */
const EVERY_TEN_SECONDS = { ...EVERY_SECOND, messageInterval: '10' }
const AT_ONCE = { ...EVERY_SECOND, messageInterval: '0', greaterInterval: '0' }
const PHOTO = Buffer.from('\x89PNG\r\n\x1a\numa foto do bolo', 'latin1')
const PLAN = 'Plano da mudança'

/** Each command is a process, which starts in a second on a machine that does nothing else. */
vi.setConfig({ testTimeout: atMost(120_000) })

const ops = (line: string, killAt?: RegExp) => operated(line, source.layout.data, killAt)
const move = (companyId: string, more = '', killAt?: RegExp) =>
  ops(`move-company ${companyId} --to ${target.layout.data} ${more}`.trim(), killAt)

let operator: Operator
let operatorThere: Operator

beforeAll(async () => {
  operator = await Operator.signIn(source.origin)
  operatorThere = await Operator.signIn(target.origin)
  await operatorThere.newPlan({ name: PLAN, users: 9, connections: 9, queues: 9 })
})

/** A company with an admin, whose plan has this name. */
async function aCompanyWithPlan(plan: string): Promise<{ company: string; person: Person }> {
  const known = (await operator.client.call('listPlans')).find(({ name }) => name === plan)
  const { id: planId } =
    known ?? (await operator.newPlan({ name: plan, users: 9, connections: 9, queues: 9 }))
  const company = await principals.company({ planId })
  return { company, person: await principals.person(company) }
}

/** A campaign that has sent some of its messages. */
async function aHalfSentCampaign(admin: ApiClient, whatsappId: string, people: string[]): Promise<Campaign> {
  await admin.settings(EVERY_SECOND)
  const list = await admin.newList()
  await admin.addContacts(list.id, people)
  const campaign = await admin.newCampaign({ whatsappId, contactListId: list.id })
  await admin.call('startCampaign', { campaignId: campaign.id })
  await eventually('two are sent', async () => (await admin.report(campaign.id)).counters.sent >= 2)
  await admin.settings(EVERY_TEN_SECONDS)
  return campaign
}

/** How many messages with this text a phone got from both systems together. */
async function receivedBy(number: string): Promise<number> {
  const both = [new ApiClient(source.origin), new ApiClient(target.origin)]
  const messages = await Promise.all(both.map((client) => client.messagesOf(number).catch(() => [])))
  return messages.flat().filter(({ fromMe, text }) => !fromMe && text?.startsWith('Olá')).length
}

/** A company's rows that move, without what differs on purpose. */
async function rowsOf(of: Principals, companyId: string): Promise<Row<LooseRow>[]> {
  // A chain that was parked while the company was off goes on at once.
  const names = ['SOCKETS', 'SESSIONS', 'ASKS', 'CONNECTIONS', 'TOTP', 'CHAINS']
  const staying = names.map((name) => `${companyId}#${name}`)
  return (await of.dump()).filter(
    ({ pk, sk }) => pk.startsWith(`${companyId}#`) && !staying.includes(pk) && sk !== 'COMPANY',
  )
}

describe('a move that is not possible changes nothing', () => {
  let company: string
  let person: Person

  beforeAll(async () => {
    const made = await aCompanyWithPlan('Só na origem')
    company = made.company
    person = made.person
  })

  /** All rows of both systems but the daily round of retention, whose time may come meanwhile. */
  const both = async () =>
    [await principals.dump(), await principalsThere.dump()].map((rows) =>
      rows.filter(({ pk }) => pk !== 'PLATFORM#RETENTION'),
    )

  test('an unknown company, no target, an unknown target and the source as target are refused', async () => {
    const before = await both()
    const apply = '--apply --yes'
    const refusals = await Promise.all([
      move('UNKNOWN', apply),
      move('A#B', apply),
      ops(`move-company ${company} ${apply}`),
      ops(`move-company ${company} --to /tmp/there-is-none ${apply}`),
      ops(`move-company ${company} --to ${source.layout.data} ${apply}`),
      move(company, '--abandon --yes'),
    ])
    expect(refusals.map(({ exit, said }) => [exit, said])).toEqual([
      [1, expect.stringContaining('There is no company UNKNOWN')],
      [2, expect.stringContaining('A#B is no company’s id')],
      [2, expect.stringContaining('--to')],
      [1, expect.stringContaining('There is no local system in /tmp/there-is-none')],
      [1, expect.stringContaining('already')],
      [1, expect.stringContaining('No move of this company is under way')],
    ])
    expect(await both()).toEqual(before)
  })

  test('a missing plan, a plan that is too small and a taken e-mail are named with what to do', async () => {
    const there = await principalsThere.company()
    const before = await both()
    const { exit, written } = await move(company, '--apply --yes')
    expect(exit).toBe(3)
    expect(written).toMatch(/missing +plan +there is no plan Só na origem +create a plan/)
    expect(await both()).toEqual(before)

    await operatorThere.newPlan({ name: 'Só na origem', users: 1, connections: 1, queues: 1 })
    await principals.person(company)
    const stranger = await principalsThere.person(there, { email: person.email })
    const withPlan = await both()
    const again = await move(company, '--apply --yes')
    expect(again.exit).toBe(3)
    expect(again.written).toMatch(/missing +plan +Só na origem allows fewer users/)
    expect(again.written).toMatch(
      new RegExp(`missing +e-mails +of 1 users belong to others there: ${person.id}`),
    )
    expect(again.written).not.toContain(stranger.email)
    expect(await both()).toEqual(withPlan)
  })

  test('without --apply a possible move is only checked', async () => {
    const possible = await aCompanyWithPlan(PLAN)
    const before = await both()
    const { exit, written, said } = await move(possible.company)
    expect([exit, said]).toEqual([0, 'Nothing was changed. --apply moves the company.\n'])
    expect(written).not.toContain('missing')
    expect(await move(possible.company, '--apply')).toMatchObject({
      exit: 1,
      said: expect.stringContaining('--yes'),
    })
    expect(await both()).toEqual(before)
  })
})

describe('a company that moves', () => {
  let company: string
  let person: Person
  let guarded: { person: Person; secret: string }
  let shop: Connection
  let campaign: Campaign
  let admin: ApiClient
  let there: ApiClient
  let reportBefore: Campaign

  beforeAll(async () => {
    const made = await aCompanyWithPlan(PLAN)
    company = made.company
    person = made.person
    admin = await principals.signIn(person)
    const withCode = await principals.person(company)
    const client = await principals.signIn(withCode)
    const { secret } = await client.call('beginTotp')
    const code = codeAt(secret, Date.now())
    await client.call('confirmTotp', { code, currentPassword: withCode.password })
    guarded = { person: withCode, secret }
    shop = await admin.linkedConnection(SHOP)
    await admin.call('createContactBlock', { name: 'Não escrever', number: BLOCKED })
    const photo = { to: SHOP, type: 'image', file: PHOTO.toString('base64'), caption: 'meu bolo' }
    await admin.simulator('POST', `/phones/${CUSTOMER}/messages`, photo)
    await photoOf(admin)
    const { id } = await admin.call('eraseDataSubject', { number: ERASED })
    await eventually('the person is erased', async () => {
      const { erasures } = await admin.call('listErasures')
      return erasures.some((each) => each.id === id && each.status === 'DONE')
    })
    campaign = await aHalfSentCampaign(admin, shop.id, PEOPLE)
  }, atMost(120_000))

  /** The customer's photo, as an attendant gets it. */
  const photoOf = (client: ApiClient): Promise<Buffer> =>
    eventually('the photo is there', async () => {
      const { records } = await client.call('listTickets', { tab: 'aguardando', all: 'true' })
      const ticket = records.find(({ chat }) => chat === CUSTOMER)
      if (!ticket) return false
      const { records: messages } = await client.call('listMessages', { ticketId: ticket.id })
      const message = messages.find(({ content }) => hasMedia(content) && content.media.state === 'READY')
      if (!message) return false
      const { url } = await client.call('getMessageMedia', {
        ticketId: ticket.id,
        messageId: message.id,
      })
      return Buffer.from(await (await fetch(url)).arrayBuffer())
    })

  test('a killed move is continued by the same command, and both sides are equal', async () => {
    const killed = await move(company, '--apply --yes', /Connections closed/)
    expect(killed.exit).toBe(-1)
    // The company is off, and its account still linked: what a customer writes now waits at WhatsApp.
    expect(await admin.attempt('me')).toMatchObject({ status: 401 })
    await admin.simulator('POST', `/phones/${LATE_CUSTOMER}/messages`, {
      to: SHOP,
      text: 'Vocês abrem hoje?',
    })
    const killedAgain = await move(company, '--apply --yes', /Copied/)
    expect(killedAgain.exit).toBe(-1)
    const moved = await move(company, '--apply --yes --json')
    expect(moved).toMatchObject({ exit: 0, said: expect.stringContaining(`works at ${target.origin}`) })
    const compared: { source: number; target: number; sourceHash: string; targetHash: string }[] = JSON.parse(
      moved.written,
    )
    expect(compared.length).toBeGreaterThan(20)
    for (const each of compared)
      expect([each.target, each.targetHash]).toEqual([each.source, each.sourceHash])
    const ours = await rowsOf(principals, company)
    expect(ours.length).toBeGreaterThan(50)
    expect(await rowsOf(principalsThere, company)).toEqual(ours)
    expect(await move(company, '--apply --yes')).toMatchObject({
      exit: 0,
      said: expect.stringContaining('was moved to'),
    })
  })

  test('users sign in at the target with their passwords and their authenticators', async () => {
    there = await principalsThere.signIn(person)
    const login = { email: guarded.person.email, password: guarded.person.password }
    const client = new ApiClient(target.origin)
    expect(await client.attempt('login', login, anAddress())).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'))
    const code = codeAt(guarded.secret, Date.now() + 30_000)
    expect(await client.attempt('login', { ...login, code }, anAddress())).toMatchObject({ status: 200 })
  })

  test('the source is archived, refuses calls, and hands its users over', async () => {
    expect(await operator.companyOf(company)).toMatchObject({ archived: true, status: false })
    const answer = await new ApiClient(source.origin).call(
      'login',
      { email: person.email, password: person.password },
      anAddress(),
    )
    expect(answer.user.company.instance).toEqual({ address: target.origin })
    expect(await new ApiClient(source.origin, answer.token).attempt('me')).toMatchObject({ status: 401 })
    const taken = accepted(
      await new ApiClient(target.origin).attempt(
        'takeHandover',
        { handover: answer.handover ?? '' },
        anAddress(),
      ),
    )
    expect(taken.body.user).toMatchObject({ id: person.id, companyId: company })
    there = new ApiClient(target.origin, taken.body.token)
  })

  test('tickets with their files, reports and settings are at the target', async () => {
    expect((await photoOf(there)).equals(PHOTO)).toBe(true)
    const { records } = await there.call('listTickets', { tab: 'aguardando', all: 'true' })
    expect(records.map(({ chat }) => chat).sort()).toEqual([CUSTOMER, LATE_CUSTOMER].sort())
    reportBefore = await there.report(campaign.id)
    expect(reportBefore).toMatchObject({ status: 'EM_ANDAMENTO', pauseReason: 'logged-out' })
    expect(reportBefore.counters.sent).toBeGreaterThanOrEqual(2)
    expect(reportBefore.counters.sent).toBeLessThan(PEOPLE.length - 1)
    expect((await there.call('listErasures')).erasures).toHaveLength(1)
  })

  test('the account needs a new QR code, and the campaign then writes to the others once', async () => {
    expect(await there.connection(shop.id)).toMatchObject({
      status: 'DISCONNECTED',
      statusReason: 'DISCONNECTED_BY_USER',
      number: null,
      knownNumber: SHOP,
    })
    await there.call('requestNewQr', { whatsappId: shop.id })
    await there.scanned(shop.id, SHOP)
    await there.connected(shop.id)
    await there.settings(AT_ONCE)
    await there.call('resumeCampaign', { campaignId: campaign.id })
    const { counters } = await there.finished(campaign.id)
    expect(counters).toMatchObject({ sent: PEOPLE.length - 1, failed: 1 })
    expect(await Promise.all(PEOPLE.map(receivedBy))).toEqual(
      PEOPLE.map((number) => (number === BLOCKED ? 0 : 1)),
    )
  })

  test('an erased and a blocked person get nothing at the target either', async () => {
    const list = await there.newList('Depois')
    await there.addContacts(list.id, [ERASED, BLOCKED])
    const after = await there.newCampaign({ whatsappId: shop.id, contactListId: list.id })
    await there.call('startCampaign', { campaignId: after.id })
    expect((await there.finished(after.id)).counters).toMatchObject({ sent: 0, failed: 2 })
    expect(await Promise.all([ERASED, BLOCKED].map(receivedBy))).toEqual([0, 0])
  })

  test('if it is active at the source again, as after a restore, the command says to archive it there', async () => {
    const archived = await operator.companyOf(company)
    await operator.archive(company, false)
    await operator.changed(archived, { instanceId: null })
    await operator.setStatus(company, true)
    const { exit, written } = await move(company)
    expect(exit).toBe(3)
    expect(written).toMatch(/missing +company at the target +was moved there already, and works there/)
    expect(written).toContain(`archive it here (Empresas) with the instance ${target.origin}`)
    expect(written).not.toContain('delete that one')

    await operator.changed(archived, { instanceId: archived.instanceId })
    await operator.setStatus(company, false)
    await operator.archive(company, true)
    expect(await move(company)).toMatchObject({ exit: 0, said: expect.stringContaining('was moved to') })
    await principalsThere.signIn(person)
  })
})

describe('an abandoned move', () => {
  const OTHER_SHOP = '5511900000412'
  const OTHERS = numbersFrom('55119876543', 20)

  test('the company works at the source as before, without a new QR code, and nothing stays at the target', async () => {
    const { company, person } = await aCompanyWithPlan(PLAN)
    const admin = await principals.signIn(person)
    const { id } = await admin.linkedConnection(OTHER_SHOP)
    const campaign = await aHalfSentCampaign(admin, id, OTHERS)
    expect((await move(company, '--apply --yes', /Copied/)).exit).toBe(-1)
    expect((await rowsOf(principalsThere, company)).length).toBeGreaterThan(0)
    await putObject(`${company}/uploads/copied`, PHOTO, 'image/png')
    expect(await move(company, '--abandon --yes')).toMatchObject({
      exit: 0,
      said: expect.stringContaining('The move is abandoned'),
    })
    const left = (await principalsThere.dump()).filter((row) => JSON.stringify(row).includes(company))
    expect([left, await keysUnder(company)]).toEqual([[], []])
    const again = await principals.signIn(person)
    expect(await again.connected(id)).toMatchObject({ number: OTHER_SHOP })
    await again.settings(AT_ONCE)
    expect((await again.finished(campaign.id)).counters).toMatchObject({ sent: OTHERS.length, failed: 0 })
    expect(await Promise.all(OTHERS.map(receivedBy))).toEqual(OTHERS.map(() => 1))
  })
})
