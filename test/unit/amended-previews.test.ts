import type { PreviewChange } from '@recado/shared/campaigns/engine/ports'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { browsers } from '@recado/shared/campaigns/report/watchers'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import type { Amendment, Content } from '@recado/shared/messages/content'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { TenantTable } from '@recado/shared/table/tenant'
import { answered } from '@recado/shared/tickets/answering/answered'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { type StoredTicket, shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket, ticketsOf, ticketWrites, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, unwatched } from '../support/arriving.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const [SHOP, ANA, LID] = ['LOJA', '5511987651001', '777000111222'] as const
const NOON = Date.parse('2026-11-23T15:00:00.000Z')

let memory: EventfulTable
let table: TenantTable
let second: number

beforeEach(() => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  second = 0
})

/** The customer's phone reports something, a second after what came before. */
const comes = (messageId: string, content: InboundMessage['content'], of: Partial<InboundMessage> = {}) => {
  const at = NOON + ++second * 1000
  const event = { companyId: 'A', connectionId: SHOP, person: { number: ANA }, fromMe: false, original: '' }
  return arrives(table, { kind: 'message', ...event, messageId, timestamp: at / 1000, at, content, ...of })
}
const writes = (messageId: string, words: string, of: Partial<InboundMessage> = {}) =>
  comes(messageId, { type: 'text', text: words }, of)
const edits = (target: string, words: string) => comes('E1', { type: 'edit', target, text: words })
const deletes = (target: string, of: Partial<InboundMessage> = {}) =>
  comes('D1', { type: 'delete', target }, of)

const theTicket = async (): Promise<StoredTicket> => {
  const [ticket, ...others] = await ticketsOf(table, [SHOP], [ANA])
  if (!ticket || others.length > 0) throw new Error('There is not exactly one ticket')
  return ticket
}

/** The company writes in Ana's ticket. @returns the id of the message */
async function weWrite(content: Content): Promise<string> {
  const ticket = await theTicket()
  const now = NOON + ++second * 1000
  const message = outgoing({ connectionId: SHOP, chat: ANA, ticketId: ticket.id, content }, undefined, now)
  const isWords = content.type === 'text'
  const after = isWords ? answered(ticket, message, { idleCloseHours: 24 }) : ticket
  await table.transact([...outgoingWrites(message), ...(isWords ? ticketWrites(table, ticket, after) : [])])
  const { messageId, chat, at } = message
  await putSentMessage(table, SHOP, { messageId, chat, at, jid: `${ANA}@s.whatsapp.net`, content }, now)
  return messageId
}

/** WhatsApp accepts the company's change of a message. @returns what browsers are told of tickets */
const weChange = async (amendment: Amendment): Promise<PreviewChange[]> => answers(await weWrite(amendment))

/** WhatsApp accepts or refuses a message of the company. @returns what browsers are told of tickets */
async function answers(messageId: string, errorCode?: string): Promise<PreviewChange[]> {
  const told: PreviewChange[] = []
  const { ports } = enginePorts(memory, () => NOON)
  const watchers = {
    ...ports.watchers,
    previewChanged: async (_: string, change: PreviewChange) => void told.push(change),
  }
  await acknowledged({ ...ports, watchers }, { companyId: 'A', connectionId: SHOP, messageId }, errorCode)
  return told
}

const ROW = (ticket: StoredTicket) => {
  const { preview, lastDeleted, revision, ...others } = ticket
  return { shows: { preview, lastDeleted }, revision, others }
}
/** Only what the ticket's row says changed, in one new revision. */
async function expectOnlyWords(before: StoredTicket, shows: Pick<StoredTicket, 'preview' | 'lastDeleted'>) {
  const [was, is] = [ROW(before), ROW(await theTicket())]
  expect(is).toEqual({ shows, revision: was.revision + 1, others: was.others })
}

describe('a ticket’s row', () => {
  test('shows that the customer deleted the last message', async () => {
    await writes('M1', 'Meu cartão é 4111')
    const before = await theTicket()
    const received = await deletes('M1')
    await expectOnlyWords(before, { preview: '', lastDeleted: true })
    expect(received?.amendedTickets).toMatchObject([{ before: { revision: 1 }, after: { preview: '' } }])
    expect(shownTicket(await theTicket())).toMatchObject({ preview: '', lastDeleted: true })
    expect(shownTicket(await theTicket())).not.toHaveProperty('lastMessageId')
  })

  test('shows the new words of a message that the customer edited', async () => {
    await writes('M1', 'Às 15h')
    const before = await theTicket()
    const received = await edits('M1', 'Às 16h')
    await expectOnlyWords(before, { preview: 'Às 16h', lastDeleted: undefined })
    expect(received?.amendedTickets).toHaveLength(1)
  })

  test('shows that the company deleted its last message', async () => {
    await writes('M1', 'Oi')
    const messageId = await weWrite({ type: 'text', text: 'O preço é 10' })
    const before = await theTicket()
    const told = await weChange({ type: 'delete', target: messageId })
    await expectOnlyWords(before, { preview: '', lastDeleted: true })
    expect(told).toMatchObject([{ before: { preview: 'O preço é 10' }, after: { lastDeleted: true } }])
  })

  test('shows the new words of a message that the company edited', async () => {
    await writes('M1', 'Oi')
    const messageId = await weWrite({ type: 'text', text: 'São 10 reais' })
    const before = await theTicket()
    expect(await weChange({ type: 'edit', target: messageId, text: 'São 12 reais' })).toHaveLength(1)
    await expectOnlyWords(before, { preview: 'São 12 reais', lastDeleted: undefined })
  })

  test('shows that WhatsApp refused the company’s last message, until a newer one', async () => {
    await writes('M1', 'Oi')
    const messageId = await weWrite({ type: 'text', text: 'São 10 reais' })
    expect(await answers(messageId, '479')).toMatchObject([{ after: { lastFailed: true } }])
    const refused = await theTicket()
    expect(refused).toMatchObject({ preview: 'São 10 reais', lastFailed: true })
    expect(await answers(messageId, '479')).toEqual([])
    await writes('M2', 'E então?')
    expect((await theTicket()).lastFailed).toBeUndefined()
  })

  test('stays when WhatsApp refuses an older message, or a change of the last one', async () => {
    await writes('M1', 'Oi')
    const older = await weWrite({ type: 'text', text: 'São 10 reais' })
    const newer = await weWrite({ type: 'text', text: 'Com frete' })
    const before = await theTicket()
    expect(await answers(older, '479')).toEqual([])
    const edit = await weWrite({ type: 'edit', target: newer, text: 'Sem frete' })
    expect(await answers(edit, '479')).toEqual([])
    expect(await theTicket()).toEqual(before)
  })

  test('shows what the company’s phone deleted', async () => {
    await writes('M1', 'Oi')
    await writes('M2', 'Do celular', { fromMe: true })
    const before = await theTicket()
    await deletes('M2', { fromMe: true })
    await expectOnlyWords(before, { preview: '', lastDeleted: true })
  })

  test('of a closed ticket shows that the last message was deleted', async () => {
    await writes('M1', 'Meu cartão é 4111')
    const live = await theTicket()
    await writeTicket(table, live, { ...live, status: 'closed', closedAt: live.updatedAt })
    const before = await theTicket()
    await deletes('M1')
    await expectOnlyWords(before, { preview: '', lastDeleted: true })
  })

  test('of a group shows that the last message was deleted', async () => {
    const inGroup = { groupId: '1203' }
    const ticketId = (await writes('M1', 'Oi, gente', inGroup))?.message.ticketId ?? ''
    await deletes('M1', inGroup)
    expect(await getTicket(table, ticketId)).toMatchObject({ preview: '', lastDeleted: true })
  })

  test('stays when an older message is edited or deleted', async () => {
    await writes('M1', 'um')
    await writes('M2', 'dois')
    const before = await theTicket()
    expect((await edits('M1', 'onze'))?.amendedTickets).toBeUndefined()
    await deletes('M1')
    expect(await theTicket()).toEqual(before)
  })

  test('stays when the change of a message comes after a newer message', async () => {
    await writes('M1', 'um')
    const deletion = { timestamp: NOON / 1000 + 2, at: NOON + 2000 }
    await writes('M2', 'dois', { timestamp: NOON / 1000 + 5, at: NOON + 5000 })
    const before = await theTicket()
    await deletes('M1', deletion)
    expect(await theTicket()).toEqual(before)
  })

  test('stays when someone reacts to the last message, or changes it without the right to', async () => {
    await writes('M1', 'um')
    const before = await theTicket()
    const read: string[] = []
    memory.afterGet = async ({ pk }) => void read.push(pk)
    await comes('R1', { type: 'reaction', target: 'M1', emoji: '👍' })
    expect(read.filter((pk) => pk.includes('#TICKETS'))).toEqual([])
    expect(await deletes('M1', { fromMe: true })).toBeUndefined()
    expect(await theTicket()).toEqual(before)
  })

  test('of a ticket from before the ids of last messages were stored stays', async () => {
    await writes('M1', 'um')
    const { lastMessageId: _, ...old } = await theTicket()
    await writeTicket(table, old, old)
    const before = await theTicket()
    await deletes('M1')
    expect(await theTicket()).toEqual(before)
  })

  test('of a ticket that code of the previous version wrote stays', async () => {
    await writes('M1', 'um')
    const ticket = await theTicket()
    // That version keeps fields that it does not know.
    const lastAt = new Date(NOON + ++second * 1000).toISOString()
    await writeTicket(table, ticket, { ...ticket, preview: 'dois', lastAt })
    const before = await theTicket()
    await deletes('M1')
    expect(await theTicket()).toEqual(before)
  })

  test('shows the message that comes after a deleted one', async () => {
    await writes('M1', 'um')
    await deletes('M1')
    await writes('M2', 'dois')
    expect(ROW(await theTicket()).shows).toEqual({ preview: 'dois', lastDeleted: undefined })
  })

  test('shows a deletion that is reported again after the first report was interrupted', async () => {
    await writes('M1', 'um')
    const before = await theTicket()
    memory.afterGet = async ({ pk }) => {
      if (pk.includes('#TICKETS')) throw new Error('The process died')
    }
    await expect(deletes('M1')).rejects.toThrow('The process died')
    memory.afterGet = async () => undefined
    expect(await theTicket()).toEqual(before)
    expect(await deletes('M1')).toMatchObject({ isAmended: true, amendedTickets: [{}] })
    await expectOnlyWords(before, { preview: '', lastDeleted: true })
  })

  test('shows a deletion although the ticket changes at the same moment', async () => {
    await writes('M1', 'um')
    const others = ['G1', 'G2', 'G3']
    let isChanging = false
    memory.afterGet = async ({ pk }) => {
      const tag = pk.includes('#TICKETS') && !isChanging && others.pop()
      if (!tag) return
      isChanging = true
      const ticket = await theTicket()
      await writeTicket(table, ticket, { ...ticket, tagIds: [...ticket.tagIds, tag] })
      isChanging = false
    }
    await deletes('M1')
    const tagIds = ['G3', 'G2', 'G1']
    expect(await theTicket()).toMatchObject({ preview: '', lastDeleted: true, tagIds, revision: 5 })
  })

  test('shows the newer of two edits although the earlier one ends later', async () => {
    await writes('M1', 'um')
    let reads = 0
    memory.afterGet = async ({ pk }) => {
      if (pk.includes('#TICKETS') && ++reads === 1) await edits('M1', 'três')
    }
    await edits('M1', 'dois')
    expect(await theTicket()).toMatchObject({ preview: 'três' })
  })

  test('of a ticket that was merged into another one shows the deletion too', async () => {
    await writes('M1', 'um', { person: { lid: LID } })
    await writes('M2', 'dois')
    await settlePerson(table, unwatched(NOON + 60_000), SHOP, { number: ANA, lid: LID })
    await deletes('M2')
    const rows = (await ticketsOf(table, [SHOP], [ANA])).map(({ preview, lastDeleted }) => ({
      preview,
      lastDeleted,
    }))
    const deleted = { preview: '', lastDeleted: true }
    expect(rows).toEqual([deleted, deleted])
  })
})

test('browsers get a ticket’s changed preview with its new revision', async () => {
  await writes('M1', 'um')
  const [change] = (await deletes('M1'))?.amendedTickets ?? []
  if (!change) throw new Error('No ticket changed')
  const events: LiveEvent[] = []
  await browsers(
    memory,
    async (event) => void events.push(event),
    () => NOON,
  ).previewChanged('A', change)
  const record = { preview: '', lastDeleted: true, revision: (await theTicket()).revision }
  expect(events).toMatchObject([{ topic: 'ticket', action: 'update', body: { record } }])
})
