import { precheckOf } from '@recado/functions/campaigns/precheck'
import { testerNumber } from '@recado/functions/campaigns/testers'
import { remove, update } from '@recado/functions/contacts/contacts'
import { detailsOf } from '@recado/functions/contacts/details'
import { listFormerTickets } from '@recado/functions/contacts/former-tickets'
import { merge } from '@recado/functions/contacts/merges'
import { settledChat } from '@recado/functions/desk/settled-chat'
import { send } from '@recado/functions/tickets/answers'
import { forward } from '@recado/functions/tickets/forwarding'
import { create as createNote } from '@recado/functions/tickets/notes'
import { open } from '@recado/functions/tickets/opening'
import { everyoneOf } from '@recado/shared/campaigns/ledger/recipients'
import { changeHealth } from '@recado/shared/connections/health-store'
import { putConnection, type StoredConnection } from '@recado/shared/connections/store'
import { erasedLidKey, putBlock } from '@recado/shared/contact-blocks/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { getContact, knownNumbers, writeContacts } from '@recado/shared/contacts/store'
import { newContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { messageOfId, messageWrites, pageOfMessages } from '@recado/shared/conversations/message'
import { newId } from '@recado/shared/ids'
import { chatOfLid, chatOfNumber } from '@recado/shared/messages/chat'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import type { MessageInput } from '@recado/shared/tickets/contract/message-routes'
import { getTicket, ticketsOf, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { arrives, unwatched } from '../support/arriving.ts'
import { aBlock, aCampaign, aConnection, aMessage, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const HOUR = 3_600_000
const AT = new Date(NOW).toISOString()
/** A Mexican number as people type it, and as WhatsApp spells it. */
const [TYPED, ON_WHATSAPP] = ['525555550101', '5215555550101']
const BRAZILIAN = '5511987651001'
const LID = '777000111222'
const ANA = anActor()
const NO_FIELDS = { email: undefined, var1: undefined, var2: undefined, var3: undefined }

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
// The key of cursors.
vi.mock('@recado/functions/secrets', () => ({ secrets: { secret: async () => ['a'.repeat(44)] } }))

let memory: MemoryTable
let table: TenantTable
let shop: StoredConnection

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOW)
  setContext({ table, ports: { ...ports, queues: { ...ports.queues, command: async () => undefined } } })
  shop = aConnection({ companyId: 'A', isDefault: true, status: 'CONNECTED' })
  await putConnection(table, shop)
})

async function aContact(who: { number?: string; lid?: string }): Promise<StoredContact> {
  const { number = null, lid = null } = who
  const place = await reservePlaces(table, 1)
  const contact = newContact({ id: newId(), name: 'Rita', nameFrom: 'user', number, lid, place }, AT)
  await writeContacts(table, [{ after: contact }])
  return contact
}

const wrote = (chat: string, wroteAt = NOW - HOUR) =>
  table.put({ connectionId: shop.id, chat, wroteAt, ...conversationKey(shop.id, chat) })

async function aLiveTicket(chat: string) {
  const ticket = aTicket({ whatsappId: shop.id, chat, status: 'open', userId: ANA.userId })
  await writeTicket(table, undefined, ticket)
  return ticket
}

/** A customer's message arrives. */
const writes = (person: InboundMessage['person']) =>
  arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: shop.id,
    person,
    fromMe: false,
    messageId: 'M1',
    timestamp: NOW / 1000,
    at: NOW,
    content: { type: 'text', text: 'Oi!' },
    original: '',
  })

const ticketsOfBoth = () => ticketsOf(table, [shop.id], [TYPED, ON_WHATSAPP])

/** WhatsApp keeps the account from writing to people who never wrote. */
const isHeld = () => changeHealth(table, shop.id, { lockedUntil: NOW + HOUR })

describe('a Mexican number', () => {
  test('a number in the other spelling opens no second ticket beside the live one', async () => {
    const { uuid } = await aLiveTicket(ON_WHATSAPP)
    const opened = open(ANA, { number: `+${TYPED}` })
    await expect(opened).rejects.toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', values: { uuid } })
    expect(await ticketsOfBoth()).toHaveLength(1)
  })

  test('a number in the other spelling opens its ticket in the person’s conversation and for their contact', async () => {
    await wrote(ON_WHATSAPP)
    const { id } = await aContact({ number: ON_WHATSAPP })
    await open(ANA, { number: `+${TYPED}` })
    expect(await ticketsOfBoth()).toMatchObject([{ chat: ON_WHATSAPP, contactId: id }])
  })

  test('a named contact with the other spelling gets the ticket, and no second contact is made', async () => {
    await wrote(ON_WHATSAPP)
    const { id } = await aContact({ number: TYPED, lid: LID })
    await open(ANA, { contactId: id })
    expect(await ticketsOfBoth()).toMatchObject([{ chat: ON_WHATSAPP, contactId: id }])
    expect(await knownNumbers(table, [TYPED, ON_WHATSAPP])).toEqual(new Set([TYPED]))
  })

  test('a customer who answers under WhatsApp’s spelling joins the ticket that was opened under the typed one', async () => {
    await open(ANA, { number: `+${TYPED}` })
    const [{ contactId } = { contactId: null }] = await ticketsOfBoth()
    await writes({ number: ON_WHATSAPP })
    expect(await ticketsOfBoth()).toMatchObject([
      { chat: ON_WHATSAPP, contactId, userId: ANA.userId, preview: 'Oi!' },
    ])
    expect(await knownNumbers(table, [TYPED, ON_WHATSAPP])).toEqual(new Set([TYPED]))
  })

  test('a message forwarded to a contact with the other spelling enters the live ticket', async () => {
    const { id: ticketId } = await aLiveTicket(ON_WHATSAPP)
    const source = await aLiveTicket(BRAZILIAN)
    const message = aMessage({ connectionId: shop.id, chat: BRAZILIAN, ticketId: source.id })
    await table.transact(messageWrites(message))
    const { id: contactId } = await aContact({ number: TYPED })
    await forward(ANA, { messageIds: [message.messageId], to: [{ contactId }] })
    expect((await ticketsOfBoth()).map(({ id }) => id)).toEqual([ticketId])
    expect(await getTicket(table, ticketId)).toMatchObject({ lastFromMe: true })
  })

  test('the tickets under the other spelling are the contact’s former tickets', async () => {
    const { uuid } = await aLiveTicket(ON_WHATSAPP)
    const { id } = await aContact({ number: TYPED })
    expect((await listFormerTickets(ANA, id, { pageNumber: 1 })).records).toMatchObject([{ uuid }])
  })

  test('a ticket of two merged contacts, one for each spelling, is listed once', async () => {
    const { uuid } = await aLiveTicket(ON_WHATSAPP)
    const [{ id }, other] = [await aContact({ number: TYPED }), await aContact({ number: ON_WHATSAPP })]
    await merge(ANA, id, other.id)
    expect((await listFormerTickets(ANA, id, { pageNumber: 1 })).records).toMatchObject([{ uuid }])
  })

  test('a contact with a live ticket under the other spelling is not deleted', async () => {
    const { uuid } = await aLiveTicket(ON_WHATSAPP)
    const { id } = await aContact({ number: TYPED })
    const values = { uuid }
    await expect(remove(ANA, id)).rejects.toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', values })
    expect(await getContact(table, id)).toBeDefined()
  })

  test('a new name of the contact is the name of the live ticket under the other spelling', async () => {
    const ticket = await aLiveTicket(ON_WHATSAPP)
    const { id } = await aContact({ number: TYPED })
    await update(ANA, id, { name: 'Rita Souza', ...NO_FIELDS })
    expect(await getTicket(table, ticket.id)).toMatchObject({ name: 'Rita Souza' })
  })

  test('a LID that is known under the other spelling leads to the conversation', async () => {
    await learnNumbers(table, [{ number: ON_WHATSAPP, lid: LID }])
    await wrote(chatOfLid(LID))
    const person = { chat: chatOfNumber(TYPED), number: TYPED }
    expect(await settledChat('A', shop.id, person)).toBe(ON_WHATSAPP)
  })

  test('of two conversations the one with the live ticket counts, then the one in which the person wrote', async () => {
    const chosen = () => settledChat('A', shop.id, { chat: TYPED, number: TYPED })
    expect(await chosen()).toBe(TYPED)
    await table.put({
      connectionId: shop.id,
      chat: TYPED,
      writtenAt: NOW,
      ...conversationKey(shop.id, TYPED),
    })
    await wrote(ON_WHATSAPP)
    expect(await chosen()).toBe(ON_WHATSAPP)
    await aLiveTicket(TYPED)
    expect(await chosen()).toBe(TYPED)
  })

  test('a person who wrote under the other spelling may be answered while first contacts are held', async () => {
    await isHeld()
    const { id } = await aLiveTicket(TYPED)
    const answer = (clientId: string) =>
      send(ANA, id, { clientId, seenAt: AT, content: { type: 'text', text: 'Oi' } } satisfies MessageInput)
    await expect(answer('1')).rejects.toMatchObject({ code: 'ERR_FIRST_CONTACT_HELD' })
    await wrote(ON_WHATSAPP)
    expect(await answer('2')).toMatchObject({ chat: TYPED })
  })

  test('a person who wrote under the other spelling is no first contact for a pre-check', async () => {
    await isHeld()
    const contactListIds = [await aListOf(table, [{ number: TYPED }, { number: BRAZILIAN }])]
    const campaign = aCampaign({ companyId: 'A', whatsappId: shop.id, contactListIds })
    const held = async () => (await precheckOf(table, campaign, everyoneOf(table, campaign))).held
    expect(await held()).toMatchObject({ firstContacts: 2 })
    await wrote(ON_WHATSAPP)
    expect(await held()).toMatchObject({ firstContacts: 1 })
  })

  test('a tester who wrote under the other spelling gets the test message there', async () => {
    const spelling = (number: string, own: string | null = null) =>
      testerNumber(table, { id: shop.id, number: own }, number, NOW)
    expect(await spelling(TYPED)).toBeUndefined()
    expect(await spelling(TYPED, ON_WHATSAPP)).toBe(ON_WHATSAPP)
    await wrote(ON_WHATSAPP)
    expect(await spelling(TYPED)).toBe(ON_WHATSAPP)
    expect(await spelling(BRAZILIAN)).toBeUndefined()
  })
})

test('a number with one spelling costs no read of conversations and tickets', async () => {
  const get = vi.spyOn(memory, 'get')
  expect(await settledChat('A', shop.id, { chat: BRAZILIAN, number: BRAZILIAN })).toBe(BRAZILIAN)
  expect(get.mock.calls.map(([{ pk }]) => String(pk))).toEqual(['A#LID-OF'])
})

describe('a contact who is blocked under another name', () => {
  const isRefused = (contactId: string) =>
    expect(open(ANA, { contactId })).rejects.toMatchObject({ code: 'ERR_CONTACT_BLOCKED' })

  test('a contact gets no ticket while their LID is blocked', async () => {
    const { id } = await aContact({ number: BRAZILIAN, lid: LID })
    await putBlock(table, aBlock({ number: '', lid: LID }))
    await isRefused(id)
  })

  test('a contact gets no ticket after an erasure by their LID', async () => {
    const { id } = await aContact({ lid: LID })
    await table.put({ ...erasedLidKey('A', LID) })
    await isRefused(id)
  })

  test('a blocked contact gets a ticket if the caller insists', async () => {
    const { id } = await aContact({ number: BRAZILIAN, lid: LID })
    await putBlock(table, aBlock({ number: '', lid: LID }))
    expect(await open(ANA, { contactId: id, force: true })).toMatchObject({ contactId: id })
  })

  test('a contact is shown as blocked if the other spelling of their number is', async () => {
    const contact = await aContact({ number: TYPED })
    expect(await detailsOf(table, contact)).toMatchObject({ blocked: null })
    await putBlock(table, aBlock({ number: ON_WHATSAPP, origin: 'OPT_OUT' }))
    expect(await detailsOf(table, contact)).toMatchObject({ blocked: { origin: 'OPT_OUT' } })
  })
})

test('a note that is written while its conversation moves to the number moves along', async () => {
  await writes({ lid: LID })
  const [{ id } = { id: '' }] = await ticketsOf(table, [shop.id], [chatOfLid(LID)])
  const transact = table.transact.bind(table)
  table.transact = async (rows) => {
    table.transact = transact
    await settlePerson(table, unwatched(NOW), shop.id, { number: BRAZILIAN, lid: LID })
    return transact(rows)
  }
  const { id: messageId } = await createNote(ANA, id, { text: 'Cliente antiga', mentions: [] })
  const stored = { messageId, chat: BRAZILIAN, ticketId: id, internal: true }
  const { rows } = await pageOfMessages(table, shop.id, BRAZILIAN, { limit: 100 })
  expect(rows).toContainEqual(expect.objectContaining(stored))
  expect(await messageOfId(table, shop.id, { messageId, fromMe: true })).toMatchObject(stored)
})
