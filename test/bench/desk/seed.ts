import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { LINES_OF_CARD, OPEN_CARDS } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { messageKey, placeKey, type StoredMessage } from '@recado/shared/conversations/message'
import { indexWords } from '@recado/shared/search/word-rows'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser } from '@recado/shared/users/store'
import { aCompany, aConnection, aMessage, aTag, aTicket, aTicketQueue } from '../../support/builders.ts'
import {
  ANSWERED,
  ATTENDANTS,
  type DeskSize,
  NOON,
  numberOf,
  QUEUES,
  SHOP,
  SMALL_QUEUE,
  STAGES,
  ticketId,
} from './company.ts'

/** A part of a company's rows that needs no row of another part. */
export type Step = (table: TenantTable) => Promise<void>

const TICKETS_AT_ONCE = 500
const MESSAGES_AT_ONCE = 1000
/** Whole cards: a card is written by one step. */
const CONTACTS_AT_ONCE = LINES_OF_CARD * OPEN_CARDS
const CONTACTS_IN_ONE = 40
const EARLIER = '2026-01-02T12:00:00.000Z'
/** The oldest messages are all of the conversation that is opened, so that it has more than a page. */
const IN_ONE = 60

/** Everything that a company has, made by the product's own stores. The same size always makes the same rows. */
export const stepsOf = (size: DeskSize): Step[] => [
  foundCompany,
  ...parts(size.tickets, TICKETS_AT_ONCE, (from, to) => (table) => putTickets(table, from, to, liveTicketAt)),
  ...parts(
    size.closed,
    TICKETS_AT_ONCE,
    (from, to) => (table) => putTickets(table, from, to, closedTicketAt),
  ),
  ...parts(size.contacts, CONTACTS_AT_ONCE, (from, to) => (table) => putContacts(table, from, to)),
  ...parts(size.messages, MESSAGES_AT_ONCE, (from, to) => (table) => putMessages(table, from, to, size)),
]

const parts = (count: number, atOnce: number, step: (from: number, to: number) => Step): Step[] =>
  Array.from({ length: Math.ceil(count / atOnce) }, (_, part) =>
    step(part * atOnce, Math.min(count, (part + 1) * atOnce)),
  )

const indices = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

async function foundCompany(table: TenantTable): Promise<void> {
  const { companyId } = table
  await putCompany(table, aCompany({ id: companyId }))
  for (const [index, id] of [...QUEUES, SMALL_QUEUE].entries())
    await putTicketQueue(table, aTicketQueue({ companyId, id, name: id, color: `#00000${index}` }))
  for (const [orderIndex, id] of STAGES.entries())
    await putTag(table, {
      ...aTag({ id, name: id, color: `#10000${orderIndex}`, kanban: true, orderIndex }),
      companyId,
      searchName: id,
    })
  const queueIds = [...QUEUES, SMALL_QUEUE]
  await putConnection(
    table,
    aConnection({ companyId, id: SHOP, queueIds, status: 'CONNECTED', number: '5511900000009' }),
  )
  for (const [index, id] of [...ATTENDANTS, 'admin', 'nobody'].entries())
    await putUser(table, {
      id,
      companyId,
      profile: id === 'admin' ? 'admin' : 'user',
      super: false,
      name: `Pessoa ${index}`,
      email: `${id}@${companyId.toLowerCase()}.test`,
      createdAt: EARLIER,
      passwordHash: null,
    })
}

async function putTickets(
  table: TenantTable,
  from: number,
  to: number,
  ticketAt: (index: number) => StoredTicket,
): Promise<void> {
  await Promise.all(
    indices(from, to).map(async (index) => {
      const ticket = ticketAt(index)
      if (!(await writeTicket(table, undefined, ticket))) throw new Error('The ticket exists')
      const { whatsappId: connectionId, chat, lastAt, name } = ticket
      const wroteAt = Date.parse(lastAt)
      await table.put({ ...conversationKey(connectionId, chat), connectionId, chat, name, lastAt, wroteAt })
    }),
  )
}

/** Queues and attendants take turns, each at a pace of its own. */
const queueAt = (index: number): string | null =>
  index % 100 === 98 || index % 100 === 99 ? SMALL_QUEUE : (QUEUES[(index >> 1) % QUEUES.length] ?? null)
const attendantAt = (index: number): string | null =>
  ATTENDANTS[Math.floor(index / 2 / QUEUES.length) % ATTENDANTS.length] ?? null

function liveTicketAt(index: number): StoredTicket {
  const lastAt = new Date(NOON - index * 1000).toISOString()
  const ticket = { ...ticketAt(ticketId(index), index, lastAt), tagIds: stageAt(index) }
  if (index % 2 === 0) return ticket
  return { ...ticket, status: 'open', userId: attendantAt(index), acceptedAt: lastAt }
}

const stageAt = (index: number): string[] => {
  const id = STAGES[(index >> 1) % (STAGES.length + 1)]
  return id ? [id] : []
}

/** In another conversation than any live ticket. */
const FIRST_CLOSED = 20_000
function closedTicketAt(index: number): StoredTicket {
  const closedAt = new Date(NOON - 24 * 3_600_000 - index * 1000).toISOString()
  const ticket = ticketAt(`CLOSED${String(index).padStart(8, '0')}`, FIRST_CLOSED + index, closedAt)
  const userId = attendantAt(index)
  return { ...ticket, status: 'closed', userId, closedAt, closedBy: userId, waitingSince: null, readSeq: 5 }
}

const ticketAt = (id: string, index: number, lastAt: string): StoredTicket => ({
  ...aTicket({ whatsappId: SHOP, chat: numberOf(index) }),
  id,
  uuid: `uuid-${id}`,
  protocol: `20261122-${String(index).padStart(5, '0')}`,
  name: nameAt(index),
  queueId: queueAt(index),
  lastAt,
  waitingSince: lastAt,
  inboundSeq: 5,
  readSeq: 3,
  preview: 'Bom dia, vocês ainda entregam hoje à tarde?',
})

const FIRST_NAMES = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Inês', 'João']
const LAST_NAMES = ['Souza', 'Oliveira', 'Lima', 'Costa', 'Pereira', 'Ribeiro', 'Almeida']
const nameAt = (index: number): string =>
  `${FIRST_NAMES[index % FIRST_NAMES.length]} ${LAST_NAMES[index % LAST_NAMES.length]} ${index}`

async function putContacts(table: TenantTable, from: number, to: number): Promise<void> {
  const contacts = indices(from, to).map((place) =>
    newContact(
      {
        id: `CONTACT${String(place).padStart(8, '0')}`,
        name: nameAt(place),
        nameFrom: 'whatsapp',
        number: numberOf(place),
        lid: null,
        place,
      },
      EARLIER,
    ),
  )
  // A transaction has a hundred writes, and a contact takes two, and one for its card.
  for (const [index] of contacts.entries()) {
    if (index % CONTACTS_IN_ONE > 0) continue
    const some = contacts.slice(index, index + CONTACTS_IN_ONE)
    const outcome = await writeContacts(
      table,
      some.map((after) => ({ after })),
    )
    if (outcome !== 'written') throw new Error(`The contacts were not written: ${outcome}`)
  }
}

/** The words of each: two of every message, one of a thousand, and a rare one. The newest are searched. */
async function putMessages(table: TenantTable, from: number, to: number, size: DeskSize): Promise<void> {
  const messages = indices(from, to).map((index) => messageAt(index, size))
  await table.putMany(messages.map((message) => ({ ...message, ...messageKey(message) })))
  await table.putMany(
    messages.map((message) => ({ ...placeKey(SHOP, message), chat: message.chat, at: message.at })),
  )
  await indexWords(
    table,
    messages.filter((_, index) => from + index < size.searched),
  )
}

function messageAt(index: number, { tickets, messages }: DeskSize): StoredMessage {
  const of = index >= messages - IN_ONE ? ANSWERED : index % tickets
  return aMessage({
    connectionId: SHOP,
    chat: numberOf(of),
    ticketId: ticketId(of),
    messageId: `3EB0${index.toString(16).toUpperCase().padStart(18, '0')}`,
    at: new Date(NOON - 3_600_000 - index * 1000).toISOString(),
    content: { type: 'text', text: `Sobre o atendimento: produto${index % 1000}, pedido${index}` },
    original: 'CgA=',
  })
}
