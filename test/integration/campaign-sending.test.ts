import { readFileSync } from 'node:fs'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient, PhoneMessage } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000051'
const BRANCH = '5511900000052'
/** A valid photo: one white pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

type Received = PhoneMessage & { type: string; caption?: string; fileName?: string; chat: string }

const { principals } = ownSystem()
let companyId: string
let admin: ApiClient
let whatsappId: string
let next = 1

beforeAll(async () => {
  companyId = await principals.company()
  admin = await principals.signedIn(companyId)
  whatsappId = (await admin.linkedConnection(SHOP)).id
})
beforeEach(() =>
  admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }),
)

const people = (count: number) =>
  Array.from({ length: count }, () => `5511955800${String(next++).padStart(3, '0')}`)
const fault = (kind: string, more: object = {}) => admin.simulator('POST', '/faults', { kind, ...more })
const start = (id: string) => admin.call('startCampaign', { campaignId: id })
const received = async (number: string) =>
  (await admin.messagesOf(number)).filter(({ fromMe }) => !fromMe) as Received[]
const says = (from: string, text: string) =>
  admin.simulator('POST', `/phones/${from}/messages`, { to: SHOP, text })

/** A campaign to this number of new people. */
async function campaignTo(
  numbers: string[],
  more: Partial<RequestTo<'createCampaign'>> = {},
): Promise<Campaign> {
  const list = await admin.newList()
  await admin.addContacts(list.id, numbers)
  return admin.newCampaign({ whatsappId, contactListId: list.id, message1: 'Oi', ...more })
}

async function withFile(campaign: Campaign, name: string, bytes: Uint8Array): Promise<Campaign> {
  const file = new File([new Uint8Array(bytes)], name)
  return admin.call('uploadCampaignMedia', { campaignId: campaign.id, file })
}

const reported = (
  id: string,
  what: string,
  is: (report: Awaited<ReturnType<ApiClient['report']>>) => boolean,
) =>
  eventually(
    what,
    async () => {
      const report = await admin.report(id)
      return is(report) && report
    },
    60_000,
  )

describe('an attachment', () => {
  test('an attachment above a text is one message with a caption, uploaded once', async () => {
    const numbers = people(3)
    const campaign = await withFile(await campaignTo(numbers, { mediaName: 'foto.png' }), 'foto.png', PHOTO)
    await start(campaign.id)
    const [first = ''] = numbers
    await eventually('the first has it', async () => (await received(first)).length === 1, 30_000)
    // A second upload would fail from here on.
    await fault('uploadStatus', { status: 500 })
    const report = await admin.finished(campaign.id)
    await fault('clear')
    expect(report.counters).toMatchObject({ sent: 3, failed: 0 })
    for (const number of numbers)
      expect(await received(number)).toMatchObject([{ type: 'image', caption: 'Oi' }])
  })

  test('attachment, text and contact card arrive in order, each as often as set', async () => {
    const [number = ''] = people(1)
    const card = { contactName: 'Ana', contactNumber: SHOP }
    const written = { mediaName: 'tabela.pdf', mediaMode: 'both', ...card } as const
    const pdf = readFileSync('test/integration/campaign-sending.test.ts')
    const campaign = await withFile(await campaignTo([number], written), 'tabela.pdf', pdf)
    await start(campaign.id)
    const { shipping } = await admin.finished(campaign.id)
    expect((await received(number)).map(({ type }) => type)).toEqual([
      'document',
      'text',
      'contact',
      'document',
    ])
    expect(shipping).toMatchObject([{ status: 'SENDED' }])
  })

  test('a failed upload pauses the campaign, and a resume continues it', async () => {
    const numbers = people(2)
    const campaign = await withFile(await campaignTo(numbers, { mediaName: 'outra.png' }), 'outra.png', PHOTO)
    await fault('uploadStatus', { status: 500 })
    await start(campaign.id)
    await reported(campaign.id, 'it is paused', ({ pauseReason }) => pauseReason === 'media')
    await fault('clear')
    await admin.call('resumeCampaign', { campaignId: campaign.id })
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 2, failed: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })
})

describe('without an interval', () => {
  test('a campaign without an interval sends one message to each recipient', async () => {
    await admin.settings({ messageInterval: '0', longerIntervalAfter: '0' })
    const numbers = people(30)
    const { id } = await campaignTo(numbers)
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 30, failed: 0, open: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })
})

describe('a pause', () => {
  test('a pause stops after the current message, and a resume sends the rest', async () => {
    const numbers = people(5)
    const { id } = await campaignTo(numbers)
    await start(id)
    await reported(id, 'one is sent', ({ counters }) => counters.sent > 0)
    const paused = await admin.call('pauseCampaign', { campaignId: id })
    expect(paused).toMatchObject({ status: 'EM_ANDAMENTO', pauseReason: 'person' })
    const { sent } = paused.counters
    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    // Another campaign of the connection continues meanwhile.
    const other = await campaignTo(people(3))
    await start(other.id)
    await admin.finished(other.id)
    expect((await admin.report(id)).counters.sent).toBeLessThanOrEqual(sent + 1)
    await admin.call('resumeCampaign', { campaignId: id })
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 5, open: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })

  test('a logged-out account pauses its campaign, and another connection sends the rest', {
    timeout: atMost(60_000),
  }, async () => {
    const numbers = people(4)
    const second = await admin.linkedConnection(BRANCH, 'Filial')
    const { id } = await campaignTo(numbers, { whatsappId: second.id })
    await start(id)
    await reported(id, 'one is sent', ({ counters }) => counters.sent > 0)
    await fault('unlink', { number: BRANCH })
    await reported(id, 'it is paused', ({ pauseReason }) => pauseReason === 'logged-out')
    await admin.call('cancelCampaign', { campaignId: id })
    await admin.call('updateCampaign', { campaignId: id, whatsappId })
    await admin.call('restartCampaign', { campaignId: id })
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 4, failed: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })
})

describe('send windows', () => {
  test('send windows hold a campaign, and a change of them counts at once', async () => {
    const closed = { enabled: true, periods: [], holidays: [] }
    const pace = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }
    await admin.settings({ ...pace, sendWindows: closed })
    const [number = ''] = people(1)
    const { id } = await campaignTo([number])
    await start(id)
    await reported(id, 'it waits for its window', ({ waitingFor }) => waitingFor === 'window')
    expect(await received(number)).toEqual([])
    await admin.settings({ ...pace, sendWindows: { ...closed, enabled: false } })
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 1 })
  })
})

describe('a campaign with confirmation', () => {
  test('a campaign with confirmation sends its message only after a yes', {
    timeout: atMost(120_000),
  }, async () => {
    const [yes = '', no = '', out = '', who = ''] = people(4)
    const asked = { confirmation: true, confirmationMessage1: 'Posso mandar?', initTreatment: true }
    const { id } = await campaignTo([yes, no, out, who], asked)
    await start(id)
    await reported(id, 'all were asked', ({ counters }) => counters.awaiting === 4)
    await says(who, 'Quem é?')
    await says(no, 'Não!')
    await says(out, 'SAIR')
    await says(yes, 'sim')
    await reported(id, 'one got it', ({ counters }) => counters.confirmedAndDelivered === 1)
    const { status, counters, shipping } = await reported(
      id,
      'two did not want it',
      ({ counters }) => counters.failed === 2,
    )
    expect({ status, awaiting: counters.awaiting }).toEqual({ status: 'EM_ANDAMENTO', awaiting: 1 })
    const texts = async (number: string) => (await received(number)).map(({ text }) => text)
    expect(await texts(yes)).toEqual(['Posso mandar?', 'Oi'])
    expect(await texts(no)).toEqual(['Posso mandar?'])
    expect((await texts(out))[0]).toBe('Posso mandar?')
    expect(await texts(who)).toEqual(['Posso mandar?'])
    const of = (number: string) => shipping.find((row) => row.number === number)
    expect(of(no)).toMatchObject({ confirmation: 'NO', reason: 'SKIPPED_DECLINED', block: false })
    expect(of(out)).toMatchObject({ confirmation: 'NO', reason: 'SKIPPED_BLOCKED', block: true })
    // Another text than an answer waits for an attendant.
    const ticket = await eventually('a ticket', () =>
      liveTicket(principals.tenant(companyId), whatsappId, who),
    )
    expect(ticket).toMatchObject({ status: 'pending', campaignId: id })
    await says(who, 'ok')
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 2, failed: 2, open: 0 })
  })
})

describe('failed recipients', () => {
  test('a resend reaches the failed recipients, and nobody gets two messages', async () => {
    const [fine = '', refused = ''] = people(2)
    await fault('nack', { to: refused, code: 479 })
    const { id } = await campaignTo([fine, refused])
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 1, failed: 1 })
    await fault('clear')
    await admin.call('resendAllFailed', { campaignId: id })
    await reported(
      id,
      'all are sent',
      ({ status, counters }) => status === 'FINALIZADA' && counters.sent === 2,
    )
    for (const number of [fine, refused]) expect(await received(number)).toHaveLength(1)
    expect(await admin.attempt('resendAllFailed', { campaignId: id })).toMatchObject({ status: 422 })
  })
})

describe('a campaign to groups', () => {
  test('a campaign to groups sends one message to each group, or one to each member', async () => {
    const [ana = '', bia = '', caio = ''] = people(3)
    for (const [subject, members] of Object.entries({ Vizinhos: [ana, bia], Colegas: [bia, caio] }))
      await admin.simulator('POST', '/groups', { subject, members: [SHOP, ...members], admins: [SHOP] })
    await admin.call('syncGroups')
    const lists = await eventually('both groups have lists', async () => {
      const all = await admin.call('allContactLists', { type: 'GROUP' })
      const ours = all.filter(({ name }) => ['Vizinhos', 'Colegas'].includes(name))
      return ours.length === 2 && ours
    })
    const groups = {
      whatsappId,
      type: 'GROUP',
      contactListId: lists.map(({ id }) => id),
    } as const
    const into = await admin.newCampaign({ ...groups, message1: 'Para todos' })
    await start(into.id)
    expect((await admin.finished(into.id)).counters).toMatchObject({ validContacts: 2, sent: 2 })
    expect((await received(bia)).map(({ text }) => text)).toEqual(['Para todos', 'Para todos'])
    const each = await admin.newCampaign({ ...groups, groupMode: 'participants', message1: 'Só para você' })
    await start(each.id)
    expect((await admin.finished(each.id)).counters).toMatchObject({ sent: 3 })
    for (const number of [ana, bia, caio])
      expect((await received(number)).filter(({ text }) => text === 'Só para você')).toHaveLength(1)
  })
})
