import { getConversation } from '@recado/shared/conversations/conversation'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { chatOfLid } from '@recado/shared/messages/chat'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Moved } from '@recado/shared/tickets/arrival/merge-tickets'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getDraft, saveDraft } from '@recado/shared/tickets/store/drafts'
import { liveTicket, ticketsOf, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { MortalTable } from '../support/mortal-table.ts'

const [SHOP, NUMBER, LID] = ['loja', '5511987651001', '777000111222']
const NOON = Date.parse('2026-11-23T15:00:00.000Z')

let memory: MortalTable
let table: TenantTable
let count: number

beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  count = 0
})

const wrote = (person: InboundMessage['person'], text: string) => {
  count += 1
  const at = NOON + count * 1000
  const event: InboundMessage = {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    person,
    fromMe: false,
    messageId: `M${count}`,
    timestamp: Math.floor(at / 1000),
    at,
    content: { type: 'text', text },
    original: '',
  }
  return arrives(table, event)
}

const live = async (chat: string): Promise<StoredTicket> => {
  const ticket = await liveTicket(table, SHOP, chat)
  if (!ticket) throw new Error(`${chat} has no live ticket`)
  return ticket
}
const messages = async () => (await pageOfMessages(table, SHOP, NUMBER, { limit: 100 })).rows.reverse()
const eventsOf = async (kind: string) =>
  (await messages()).filter(({ content }) => content.type === 'event' && content.kind === kind)
/** Ana wrote with her LID and with her number. Her two tickets are not merged yet. */
const twoTickets = async () => {
  await wrote({ lid: LID }, 'um')
  await wrote({ number: NUMBER }, 'dois')
  await wrote({ lid: LID }, 'três')
  return { byLid: await live(chatOfLid(LID)), byNumber: await live(NUMBER) }
}
const learn = async () => {
  const moved: Moved[] = []
  const ports = { now: () => NOON + 60_000, conversationMoved: async (of: Moved) => void moved.push(of) }
  await settlePerson(table, ports, SHOP, { number: NUMBER, lid: LID })
  return moved
}

const expectOneTicket = async (survivor: string, other: string) => {
  expect(await live(NUMBER)).toMatchObject({ id: survivor, inboundSeq: 3, readSeq: 0, chat: NUMBER })
  expect(await liveTicket(table, SHOP, chatOfLid(LID))).toBeUndefined()
  const [closed] = (await ticketsOf(table, [SHOP], [NUMBER])).filter(({ id }) => id === other)
  expect(closed).toMatchObject({
    status: 'closed',
    closeReason: 'merged',
    mergedInto: survivor,
    chat: NUMBER,
  })
  const [events, theirs] = [await eventsOf('merged'), (await messages()).filter(({ internal }) => !internal)]
  expect(theirs.map(({ ticketId, seq }) => ({ ticketId, seq }))).toEqual(
    [1, 2, 3].map((seq) => ({ ticketId: survivor, seq })),
  )
  expect(events.map(({ ticketId }) => ticketId)).toEqual([survivor])
  expect(await getConversation(table, SHOP, chatOfLid(LID))).toBeUndefined()
}

test('two waiting tickets of one person become the older one, with all messages in order', async () => {
  const { byLid, byNumber } = await twoTickets()
  await saveDraft(table, byNumber.id, 'ana', { text: 'rascunho', quoted: null }, NOON)
  await learn()
  await expectOneTicket(byLid.id, byNumber.id)
  expect(await getDraft(table, byLid.id, 'ana')).toMatchObject({ text: 'rascunho' })
})

test('the open ticket stays, even if it is the newer one', async () => {
  const { byLid, byNumber } = await twoTickets()
  await writeTicket(table, byNumber, { ...byNumber, status: 'open', userId: 'ana' })
  await learn()
  await expectOneTicket(byNumber.id, byLid.id)
})

test('the ticket that stays takes over answers and notices of the ticket that closes', async () => {
  const { byLid, byNumber } = await twoTickets()
  const [earlier, later] = ['2026-11-23T15:00:10.000Z', '2026-11-23T15:00:20.000Z']
  await writeTicket(table, byLid, { ...byLid, firstResponseAt: later })
  const written = { personWrote: true, firstResponseAt: earlier, transferTold: true as const }
  await writeTicket(table, byNumber, { ...byNumber, ...written })
  await learn()
  expect(await live(NUMBER)).toMatchObject({ id: byLid.id, ...written })
})

describe('a snoozed ticket that takes over another one', () => {
  const TOMORROW = '2026-11-24T15:00:00.000Z'
  const snoozed = { status: 'open', userId: 'ana', snoozedUntil: TOMORROW, timerAt: TOMORROW } as const

  test('a snooze ends if the customer waits in the ticket that closes', async () => {
    const { byLid, byNumber } = await twoTickets()
    await writeTicket(table, byNumber, { ...byNumber, ...snoozed, waitingSince: null })
    await learn()
    const { waitingSince } = byLid
    expect(await live(NUMBER)).toMatchObject({
      id: byNumber.id,
      waitingSince,
      snoozedUntil: null,
      timerAt: null,
    })
  })

  test('a snooze goes on if the customer waits in neither ticket', async () => {
    const { byLid, byNumber } = await twoTickets()
    await writeTicket(table, byNumber, { ...byNumber, ...snoozed, waitingSince: null })
    await writeTicket(table, byLid, { ...byLid, waitingSince: null })
    await learn()
    expect(await live(NUMBER)).toMatchObject({
      id: byNumber.id,
      snoozedUntil: TOMORROW,
      timerAt: TOMORROW,
    })
  })
})

test('browsers are told of both tickets, and of the event, once', async () => {
  const { byLid, byNumber } = await twoTickets()
  const [moved, ...rest] = await learn()
  expect(moved?.tickets.map(({ before, after }) => [before.id, before.chat, after.id, after.chat])).toEqual([
    [byLid.id, chatOfLid(LID), byLid.id, NUMBER],
    [byNumber.id, NUMBER, byNumber.id, NUMBER],
  ])
  expect(moved?.tickets[1]?.after).toMatchObject({ status: 'closed', mergedInto: byLid.id })
  expect(moved?.events).toMatchObject([{ ticketId: byLid.id, content: { kind: 'merged', by: null } }])
  expect(rest).toEqual([])
  expect(await learn()).toEqual([])
})

test('a ticket of the LID alone moves to the number', async () => {
  await wrote({ lid: LID }, 'um')
  const { id } = await live(chatOfLid(LID))
  expect(await learn()).toMatchObject([
    { tickets: [{ before: { id }, after: { chat: NUMBER } }], events: [] },
  ])
  expect(await live(NUMBER)).toMatchObject({ id, chat: NUMBER })
  await wrote({ number: NUMBER }, 'dois')
  expect(await live(NUMBER)).toMatchObject({ id, inboundSeq: 2 })
})

test('two calls that move a ticket at the same moment move it once', async () => {
  await wrote({ lid: LID }, 'um')
  const { id } = await live(chatOfLid(LID))
  const get = table.get.bind(table)
  table.get = async (key, ...options) => {
    if (key.pk === `LIVE-TICKETS#${SHOP}` && key.sk === NUMBER) {
      table.get = get
      await learn()
    }
    return get(key, ...options)
  }
  await learn()
  expect(await live(NUMBER)).toMatchObject({ id, chat: NUMBER, status: 'pending', inboundSeq: 1 })
})

test('a merge that died at any write is finished by the next message', async () => {
  for (let writes = 0; ; writes += 1) {
    memory = new MortalTable()
    table = new TenantTable(memory, 'A')
    count = 0
    const { byLid, byNumber } = await twoTickets()
    memory.dieAfter(writes)
    const died = await learn().then(
      () => false,
      () => true,
    )
    memory.dieAfter()
    await learn()
    await expectOneTicket(byLid.id, byNumber.id)
    if (!died) break
  }
})
