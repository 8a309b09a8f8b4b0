import { send } from '@recado/functions/tickets/answers'
import { change, remove } from '@recado/functions/tickets/changes'
import { forward } from '@recado/functions/tickets/forwarding'
import { create as createNote } from '@recado/functions/tickets/notes'
import { read } from '@recado/functions/tickets/reading'
import { retry } from '@recado/functions/tickets/sending-again'
import { changeConnection, putConnection } from '@recado/shared/connections/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { messageWrites, pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { newId } from '@recado/shared/ids'
import { pageOfNotices } from '@recado/shared/notices/store'
import type { Command } from '@recado/shared/queues/commands'
import { TenantTable } from '@recado/shared/table/tenant'
import type { MessageInput } from '@recado/shared/tickets/contract/message-routes'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getDraft, saveDraft } from '@recado/shared/tickets/store/drafts'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aMessage, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const AT = new Date(NOON).toISOString()
const ANA = anActor({ userId: 'ana' })
const [SHOP, CUSTOMER, OTHER] = ['loja', '5511987651001', '5511987651002'] as const
const PHOTO = `A/media/${SHOP}/PHOTO`

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

let memory: RacedTable
let table: TenantTable
let files: FilesInMemory
let ticket: StoredTicket
let command: (what: Command) => Promise<void>

beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  files = new FilesInMemory()
  files.stored.set(PHOTO, new TextEncoder().encode('a photo'))
  const { ports } = enginePorts(memory, () => NOON)
  command = async () => undefined
  const queues = { ...ports.queues, command: (what: Command) => command(what) }
  setContext({ table, ports: { ...ports, queues } })
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, status: 'CONNECTED' }))
  ticket = await anOpenTicket(CUSTOMER)
})

async function anOpenTicket(chat: string): Promise<StoredTicket> {
  const open = aTicket({ whatsappId: SHOP, chat, status: 'open', userId: ANA.userId })
  await writeTicket(table, undefined, open)
  return open
}

const closes = (id: string) => async () => {
  const found = await getTicket(table, id)
  if (found) await writeTicket(table, found, { ...found, status: 'closed' })
}

/** A photo in the ticket's conversation. */
async function aPhoto(own: Partial<StoredMessage>): Promise<void> {
  const media = { state: 'READY', key: PHOTO, mimetype: 'image/jpeg', bytes: 7 } as const
  const content = { type: 'image', caption: '', media } as const
  const place = { connectionId: SHOP, chat: CUSTOMER, messageId: 'PHOTO', at: AT, ticketId: ticket.id }
  await table.transact(messageWrites({ ...place, fromMe: false, content, ...own }))
}

describe('a file that is copied for a message', () => {
  const copies = () => [...files.stored.keys()].filter((key) => key !== PHOTO)

  test('is deleted if the ticket that it is forwarded to ends meanwhile', async () => {
    await aPhoto({})
    const target = await anOpenTicket(OTHER)
    memory.beforeTransaction = closes(target.id)
    const forwarded = forward(ANA, { messageIds: ['PHOTO'], to: [{ ticketId: target.id }] })
    await expect(forwarded).rejects.toMatchObject({ code: 'ERR_TICKET_CLOSED' })
    expect(copies()).toEqual([])
  })

  test('is deleted if the ticket ends while a failed message is sent again', async () => {
    await aPhoto({ fromMe: true, origin: 'user', userId: ANA.userId, status: 'FAILED' })
    memory.beforeTransaction = closes(ticket.id)
    await expect(retry(ANA, ticket.id, 'PHOTO')).rejects.toMatchObject({ code: 'ERR_TICKET_CLOSED' })
    expect(copies()).toEqual([])
  })

  test('stays with its forwarded message', async () => {
    await aPhoto({})
    const target = await anOpenTicket(OTHER)
    const { records } = await forward(ANA, { messageIds: ['PHOTO'], to: [{ ticketId: target.id }] })
    expect(copies()).toEqual([`A/media/${SHOP}/${records[0]?.id}`])
  })
})

describe('an answer that would also accept', () => {
  const anAnswer = (own: Partial<MessageInput>): MessageInput => ({
    clientId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    seenAt: AT,
    content: { type: 'text', text: 'Bom dia' },
    accept: true,
    ...own,
  })
  const aFile = { type: 'document', uploadId: newId(), fileName: 'a.txt', caption: '' } as const

  const waits = async () => {
    const waiting = aTicket({ whatsappId: SHOP, chat: OTHER })
    await writeTicket(table, undefined, waiting)
    return waiting.id
  }
  const isStillWaiting = async (ticketId: string) =>
    expect(await getTicket(table, ticketId)).toMatchObject({ status: 'pending', userId: null })

  test('accepts nothing on an account that is not linked', async () => {
    const ticketId = await waits()
    await changeConnection(table, SHOP, { status: 'DISCONNECTED' })
    await expect(send(ANA, ticketId, anAnswer({}))).rejects.toMatchObject({
      code: 'ERR_WAPP_NOT_INITIALIZED',
    })
    await isStillWaiting(ticketId)
  })

  test('accepts nothing if a colleague has answered meanwhile', async () => {
    const ticketId = await waits()
    const answered = { chat: OTHER, messageId: 'A', at: new Date(NOON + 1000).toISOString(), ticketId }
    const content = { type: 'text', text: 'Bom dia' } as const
    const byBruno = { origin: 'user', userId: 'bruno', userName: 'Bruno', status: 'SENT' } as const
    await table.transact(
      messageWrites({ connectionId: SHOP, ...answered, content, fromMe: true, ...byBruno }),
    )
    await expect(send(ANA, ticketId, anAnswer({}))).rejects.toMatchObject({ code: 'ERR_ALREADY_ANSWERED' })
    await isStillWaiting(ticketId)
  })

  test.each<[string, Partial<MessageInput>, string]>([
    ['quotes an unknown message', { quoted: 'UNKNOWN' }, 'ERR_NO_MESSAGE_FOUND'],
    ['names an unknown upload', { content: aFile }, 'ERR_NO_FILE'],
  ])('accepts nothing if it %s', async (_, own, code) => {
    const ticketId = await waits()
    await expect(send(ANA, ticketId, anAnswer(own))).rejects.toMatchObject({ code })
    await isStillWaiting(ticketId)
  })
})

test('a message that is forwarded to one contact twice reaches it once', async () => {
  await aPhoto({})
  const place = await reservePlaces(table, 1)
  const who = { id: newId(), name: 'Rita', nameFrom: 'user', number: OTHER, lid: null, place } as const
  await writeContacts(table, [{ after: newContact(who, AT) }])
  const to = [{ contactId: who.id }, { contactId: who.id }]
  expect((await forward(ANA, { messageIds: ['PHOTO'], to })).records).toHaveLength(1)
})

test('a reading whose ticks could not be queued gives them when it is repeated', async () => {
  const chat = '5511987651003'
  const unread = aTicket({
    whatsappId: SHOP,
    chat,
    status: 'open',
    userId: ANA.userId,
    inboundSeq: 1,
  })
  await writeTicket(table, undefined, unread)
  const message = aMessage({ connectionId: SHOP, chat, ticketId: unread.id, seq: 1 })
  await table.transact(messageWrites(message))
  command = async () => Promise.reject(new Error('The queue does not answer'))
  await expect(read(ANA, unread.id, { seq: 1 })).rejects.toThrow('does not answer')
  const sent: Command[] = []
  command = async (what) => void sent.push(what)
  await read(ANA, unread.id, { seq: 1 })
  expect(sent).toMatchObject([{ kind: 'read', messageIds: [message.messageId] }])
})

test('an answer whose ticks could not be queued gives them when it is repeated', async () => {
  await changeConnection(table, SHOP, { readReceipts: 'answer' })
  const waiting = { ...ticket, inboundSeq: 1 }
  await writeTicket(table, ticket, waiting)
  const theirs = aMessage({ connectionId: SHOP, chat: CUSTOMER, ticketId: ticket.id, seq: 1 })
  await table.transact(messageWrites(theirs))
  const input = {
    clientId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    seenAt: AT,
    content: { type: 'text' as const, text: 'Já vai' },
  }
  const sent: Command[] = []
  command = async (what) => {
    if (what.kind === 'read') throw new Error('The queue does not answer')
  }
  await expect(send(ANA, ticket.id, input)).rejects.toThrow('does not answer')
  command = async (what) => void sent.push(what)
  await send(ANA, ticket.id, input)
  expect(sent).toMatchObject([{ kind: 'read', messageIds: [theirs.messageId] }, { kind: 'message' }])
})

test('a repeated answer deletes the draft that the first call left', async () => {
  const draft = { text: 'Já vai', quoted: null }
  await saveDraft(table, ticket.id, ANA.userId, draft, NOON)
  const input = {
    clientId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    seenAt: AT,
    content: { type: 'text' as const, text: 'Já vai' },
  }
  memory.dieAfter(1)
  await expect(send(ANA, ticket.id, input)).rejects.toThrow('died')
  memory.dieAfter()
  await send(ANA, ticket.id, input)
  expect(await getDraft(table, ticket.id, ANA.userId)).toBeNull()
})

test('a transfer that dies behind its write has told the new attendant', async () => {
  await putUser(table, {
    id: 'bruno',
    companyId: 'A',
    name: 'Bruno',
    email: 'bruno@exemplo.test',
    profile: 'user',
    super: false,
    createdAt: AT,
    passwordHash: null,
  })
  memory.dieAfter(1)
  await change(ANA, ticket.id, { userId: 'bruno' }).catch((error) => {
    expect(error).toMatchObject({ message: 'The process died' })
  })
  memory.dieAfter()
  expect(await getTicket(table, ticket.id)).toMatchObject({ status: 'pending', userId: 'bruno' })
  const { rows } = await pageOfNotices(table, 'bruno', { limit: 20 })
  expect(rows).toMatchObject([{ kind: 'transfer', ticketId: ticket.id }])
})

test('a note that a colleague leaves during the deletion of its ticket goes with it', async () => {
  memory.beforeTransaction = () => createNote(ANA, ticket.id, { text: 'Ligar amanhã', mentions: [] })
  await remove(ANA, ticket.id)
  expect(await getTicket(table, ticket.id)).toBeUndefined()
  const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 20 })
  expect(rows).toEqual([])
})
