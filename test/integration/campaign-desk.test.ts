import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { beforeAll, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { Desk, SALES } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
const SHOP = '5511900007700'
const [ANSWERED, WAITING, SILENT] = ['5511977700001', '5511977700002', '5511977700003'] as const
/** Of Peru. Without its +, it is read as a number of Porto Alegre. */
const ABROAD = '51912345678'
let desk: Desk
let campaign: CampaignReport

const repliesTo = (
  query: { state?: 'waiting' | 'answered' | 'unanswered'; queueId?: string } = {},
  by = desk.parts.admin,
) => by.call('listReplies', { campaignId: campaign.id, ...query })
const numbersOf = ({ records }: Awaited<ReturnType<typeof repliesTo>>) => records.map(({ number }) => number)

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551197771')
  const { admin, ana, connection, queues } = desk.parts
  const list = await admin.newList('Clientes')
  await admin.addContacts(list.id, [ANSWERED, WAITING, SILENT])
  await admin.settings({ messageInterval: '0', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  const { id } = await admin.newCampaign({
    whatsappId: connection.id,
    contactListId: list.id,
    initTreatment: true,
    queueId: queues[SALES],
  })
  await admin.call('startCampaign', { campaignId: id })
  await admin.finished(id)
  for (const number of [ANSWERED, WAITING])
    await admin.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text: 'Quero!' })
  campaign = await eventually('both replies are counted', async () => {
    const report = await admin.report(id)
    return report.counters.replied === 2 && report
  })
  const ticket = await eventually('the reply is a ticket', async () =>
    (await ana.call('listTickets', { tab: 'aguardando', all: 'true' })).records.find(
      ({ chat }) => chat === ANSWERED,
    ),
  )
  await ana.call('changeTicket', { ticketId: ticket.id, status: 'open' })
  await ana.call('sendMessage', {
    ticketId: ticket.id,
    clientId: crypto.randomUUID(),
    seenAt: ticket.lastAt,
    content: { type: 'text', text: 'Já separo!' },
  })
}, 120_000)

describe('the replies to a campaign', () => {
  test('each reply leads to its conversation, with its state and the time of the first answer', async () => {
    const page = await eventually('the answer is seen', async () => {
      const replies = await repliesTo()
      return replies.figures?.answered === 1 && replies
    })
    expect(numbersOf(page)).toEqual([ANSWERED, WAITING])
    const [answered, waiting] = page.records
    expect(answered).toMatchObject({
      state: 'answered',
      queueId: desk.parts.queues[SALES],
      answeredAfter: expect.any(Number),
      ticket: { status: 'open', userId: desk.parts.people.ana.id },
    })
    expect(waiting).toMatchObject({ state: 'waiting', answeredAfter: null, ticket: { status: 'pending' } })
    expect(page.figures).toEqual({
      of: 2,
      waiting: 1,
      answered: 1,
      unanswered: 0,
      median: answered?.answeredAfter,
      longest: answered?.answeredAfter,
    })
    const uuid = waiting?.ticket?.uuid ?? ''
    expect(await desk.parts.ana.call('getTicketByUuid', { uuid })).toMatchObject({ chat: WAITING })
  })

  test('replies are filtered by their state and their queue', async () => {
    expect(numbersOf(await repliesTo({ state: 'waiting' }))).toEqual([WAITING])
    expect(numbersOf(await repliesTo({ state: 'answered' }))).toEqual([ANSWERED])
    expect(numbersOf(await repliesTo({ queueId: desk.parts.queues[SALES] }))).toHaveLength(2)
    expect(numbersOf(await repliesTo({ queueId: desk.parts.queues.Financeiro }))).toEqual([])
  })

  test('a reply in another queue is counted, and its conversation is not told', async () => {
    const { records } = await repliesTo({}, desk.parts.bruno)
    expect(records.map(({ ticket }) => ticket)).toEqual([null, null])
  })

  test('a reply that opens no ticket, such as an opt-out, is not told as answered', async () => {
    await desk.parts.admin.simulator('POST', `/phones/${SILENT}/messages`, { to: SHOP, text: 'SAIR' })
    const { records } = await eventually('the opt-out is a reply', async () => {
      const replies = await repliesTo({ state: 'unanswered' })
      return replies.records.length === 1 && replies
    })
    expect(records).toMatchObject([{ number: SILENT, answeredAfter: null, ticket: null }])
  })

  test('another company finds no campaign', async () => {
    expect(await desk.parts.stranger.attempt('listReplies', { campaignId: campaign.id })).toMatchObject(
      refused(404, 'ERR_NO_CAMPAIGN_FOUND'),
    )
  })
})

describe('a list of the people of a filter', () => {
  type Filter = Parameters<typeof gathered>[0]
  const consent = { source: 'CUSTOMER', date: '2026-11-01', note: null } as const
  const hours = (from: number, to: number) => ({
    openedFrom: new Date(Date.now() + from * 3_600_000).toISOString(),
    openedTo: new Date(Date.now() + to * 3_600_000).toISOString(),
  })

  /** Numbers and consent of a new list that was filled. */
  async function gathered(filter: RequestTo<'importFromDesk'>['filter']) {
    const { admin } = desk.parts
    const { id: contactListId } = await admin.newList(`Reunida ${crypto.randomUUID()}`)
    const { importId } = await admin.call('importFromDesk', { contactListId, filter, consent })
    expect(await admin.importEnded(contactListId, importId)).toMatchObject({ status: 'DONE' })
    const { contacts } = await admin.call('listContactListItems', { contactListId })
    return {
      numbers: contacts.map(({ number }) => number).sort(),
      source: (await admin.list(contactListId)).consent?.source,
    }
  }

  test('contacts are gathered by a tag and a text, with the consent that was said', async () => {
    const { admin } = desk.parts
    const { id: tagId } = await admin.call('createTag', { name: 'Fiel', color: '#119911' })
    const { records } = await admin.call('listContacts', { searchParam: ANSWERED })
    const [contact] = records
    await admin.call('updateContact', { contactId: contact?.id ?? '', name: 'Cliente fiel', tagIds: [tagId] })
    expect(await gathered({ from: 'contacts', tagIds: [tagId] })).toEqual({
      numbers: [ANSWERED],
      source: 'CUSTOMER',
    })
    expect((await gathered({ from: 'contacts', searchParam: WAITING })).numbers).toEqual([WAITING])
  })

  test('a number abroad stays the same, though it may look Brazilian', async () => {
    await desk.parts.admin.call('createContact', { name: 'Rosa de Lima', number: `+${ABROAD}` })
    expect((await gathered({ from: 'contacts', searchParam: ABROAD })).numbers).toEqual([ABROAD])
  })

  test('customers of tickets are gathered by time, queue and status', async () => {
    const wanted: Filter[] = [
      { from: 'tickets', ...hours(-1, 1), queueIds: [desk.parts.queues[SALES]] },
      { from: 'tickets', ...hours(-1, 1), status: 'pending' },
    ]
    const found = await Promise.all(wanted.map(gathered))
    expect(found.map(({ numbers }) => numbers)).toEqual([[ANSWERED, WAITING], [WAITING]])
  })

  test('a user without the right to export contacts gathers no contacts, and only customers of tickets they may see', async () => {
    const { admin, bruno } = desk.parts
    const { id: contactListId } = await admin.newList('De Bruno')
    const attempt = (filter: Filter) => bruno.attempt('importFromDesk', { contactListId, filter })
    expect(await attempt({ from: 'contacts' })).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    // The customers wait in a queue that is not Bruno's.
    expect(await attempt({ from: 'tickets', ...hours(-1, 1) })).toMatchObject(
      refused(422, 'ERR_NOBODY_FOUND'),
    )
    expect((await admin.list(contactListId)).contactsCount).toBe(0)
  })

  test('an empty result and an invalid filter are refused and leave the list empty', async () => {
    const { admin } = desk.parts
    const { id: contactListId } = await admin.newList('Vazia')
    const attempt = (filter: Filter) => admin.attempt('importFromDesk', { contactListId, filter })
    expect(await attempt({ from: 'tickets', ...hours(-3, -2) })).toMatchObject(
      refused(422, 'ERR_NOBODY_FOUND'),
    )
    expect(await attempt({ from: 'tickets', ...hours(1, -1) })).toMatchObject({ status: 400 })
    expect(await attempt({ from: 'tickets', ...hours(-24 * 400, 0) })).toMatchObject({ status: 400 })
    expect((await admin.list(contactListId)).contactsCount).toBe(0)
    const foreign = { contactListId, filter: { from: 'contacts' } } as const
    expect(await desk.parts.stranger.attempt('importFromDesk', foreign)).toMatchObject(
      refused(404, 'ERR_NO_CONTACT_LIST_FOUND'),
    )
  })
})
