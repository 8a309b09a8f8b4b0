import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putPair } from '@recado/shared/chats/store'
import { putConnection } from '@recado/shared/connections/store'
import { endOptOut } from '@recado/shared/contact-blocks/ended-opt-outs'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { itemId, reservePlaces } from '@recado/shared/contact-lists/items'
import { putList } from '@recado/shared/contact-lists/store'
import { reservePlaces as reserveContactPlaces } from '@recado/shared/contacts/contact-cards'
import { mergeContacts } from '@recado/shared/contacts/merges'
import { putNote } from '@recado/shared/contacts/notes'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { messageWrites } from '@recado/shared/conversations/message'
import { endErasure, putErasure } from '@recado/shared/data-subjects/store'
import { putExport } from '@recado/shared/exports/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { groupIdOf } from '@recado/shared/groups/store'
import { newId, newUuid } from '@recado/shared/ids'
import { endImport, putImport } from '@recado/shared/imports/store'
import { newMessageId } from '@recado/shared/messages/message-id'
import { putQuickReply } from '@recado/shared/quick-replies/store'
import { writeSchedule } from '@recado/shared/schedules/store'
import { updateRow } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { putInvitation } from '@recado/shared/users/invitation-store'
import { putUser } from '@recado/shared/users/store'
import {
  aCampaign,
  aColor,
  aConnection,
  aContactList,
  aMessage,
  aQuickReply,
  aSchedule,
  aTag,
  aTicket,
  aTicketQueue,
} from './builders.ts'

/** One record of each kind that a company can have, named as the API's id fields are. */
export interface World {
  companyId: string
  userId: string
  invitationId: string
  whatsappId: string
  contactListId: string
  contactListItemId: string
  campaignId: string
  importId: string
  /** An import of blocked contacts, called `importId` in its routes. */
  blockImportId: string
  contactBlockId: string
  /** A contact with a note, into which another one was merged. */
  contactId: string
  /** A contact that may be merged. */
  otherId: string
  noteId: string
  mergeId: string
  /** An import into the contacts, called `importId` in its routes. */
  contactsImportId: string
  groupId: string
  exportId: string
  queueId: string
  tagId: string
  /** A quick reply of the company. */
  quickReplyId: string
  /** A conversation of two users. No other user is in it. */
  chatId: string
  /** A message to the contact, at a time to come. */
  scheduleId: string
  /** A waiting ticket without a queue. */
  ticketId: string
  uuid: string
  /** A customer's message in it. */
  messageId: string
  /** A finished erasure. */
  erasureId: string
  /** The platform's: an unused id, unless a test creates an announcement. */
  announcementId: string
  /** The same for a plan, an instance and a help video. */
  planId: string
  instanceId: string
  helpId: string
}

/**
 * Stores a disconnected connection with an undecided other number, a list with one contact and a finished import,
 * and an unstarted campaign. Nothing in it changes by itself.
 * @param mark part of every name
 */
export async function aWorld(table: TenantTable, mark = ''): Promise<World> {
  const { companyId } = table
  const now = new Date().toISOString()
  const connection = aConnection({
    companyId,
    name: `Loja${mark}`,
    wanted: 'closed',
    status: 'DISCONNECTED',
    isDefault: false,
    statusReason: 'OTHER_NUMBER',
    knownNumber: '5511900000001',
    pendingNumber: '5511900000002',
  })
  await putConnection(table, connection)
  const list = aContactList({ companyId, name: `Clientes${mark}`, searchName: `clientes${mark}` })
  await putList(table, list)
  const contact = { name: `Maria${mark}`, number: '5511912345678', email: '', var1: '', var2: '', var3: '' }
  await reservePlaces(table, list.id, 1)
  await table.transact(
    additions({ listId: list.id, firstPlace: 0, contacts: [contact], holders: new Map(), now }),
  )
  const [imported, blockImport] = [await anEndedImport(table, list.id), await anEndedImport(table, null)]
  const contactBlockId = newId()
  const block = { id: contactBlockId, name: `Bloqueada${mark}`, origin: 'MANUAL' as const, evidence: null }
  await putBlock(table, { ...block, number: aNumber(), createdAt: now })
  const evidence = { text: 'sair', at: now, whatsappId: connection.id }
  const left = { ...block, id: newId(), number: aNumber(), origin: 'OPT_OUT' as const, evidence }
  await putBlock(table, { ...left, createdAt: now })
  await endOptOut(table, { ...left, createdAt: now }, { ...evidence, by: 'PERSON' })
  const group = { connectionId: connection.id, groupId: '120363000000000001', subject: `Clientes VIP${mark}` }
  await keepGroup(table, { ...group, addressing: 'pn', members: [], updatedAt: now })
  const exportId = newId()
  const wanted = { kind: 'contact-list' as const, contactListId: list.id }
  await putExport(table, { exportId, wanted, status: 'RUNNING', createdAt: now })
  const campaign = aCampaign({
    companyId,
    name: `Promoção${mark}`,
    whatsappId: connection.id,
    contactListIds: [list.id],
  })
  await putCampaign(table, campaign)
  // Names and colours are unique in a company, which may have many worlds.
  const unique = `${newId()}${mark}`
  const queue = aTicketQueue({ companyId, name: `Vendas ${unique}`, color: aColor() })
  await putTicketQueue(table, queue)
  const tag = aTag({ companyId, name: `Cliente ${unique}` })
  await putTag(table, tag)
  const quickReply = aQuickReply({ companyId, shortcode: `r${newId().slice(-12).toLowerCase()}` })
  await putQuickReply(table, quickReply)
  const ticket = aTicket({ whatsappId: connection.id, chat: aNumber(), name: `Cliente${mark}` })
  await writeTicket(table, undefined, ticket)
  const message = aMessage({ connectionId: connection.id, chat: ticket.chat, ticketId: ticket.id })
  const conversation = conversationKey(connection.id, ticket.chat)
  const head = { connectionId: connection.id, chat: ticket.chat, lastAt: message.at }
  await table.transact([...messageWrites(message), updateRow(conversation, { set: head })])
  const contacts = await someContacts(table, mark)
  const schedule = aSchedule({ companyId, contactId: contacts.contactId })
  await writeSchedule(table, undefined, schedule)
  return {
    companyId,
    userId: await aColleague(table, mark),
    invitationId: await anInvitation(table),
    whatsappId: connection.id,
    contactListId: list.id,
    contactListItemId: itemId(list.id, 0),
    campaignId: campaign.id,
    importId: imported,
    blockImportId: blockImport,
    contactBlockId,
    ...contacts,
    contactsImportId: await anEndedImport(table, null, 'contacts'),
    groupId: groupIdOf(group),
    exportId,
    queueId: queue.id,
    tagId: tag.id,
    quickReplyId: quickReply.id,
    scheduleId: schedule.id,
    chatId: await aConversationOfTwo(table),
    ticketId: ticket.id,
    uuid: ticket.uuid,
    messageId: message.messageId,
    erasureId: await anErasure(table),
    announcementId: newId(),
    planId: newId(),
    instanceId: newId(),
    helpId: newId(),
  }
}

/** A user who is not an admin and has no password yet. */
async function aColleague(table: TenantTable, mark: string): Promise<string> {
  const { companyId } = table
  const [id, createdAt] = [newId(), new Date().toISOString()]
  const email = `${id.toLowerCase()}@exemplo.test`
  const user = {
    id,
    companyId,
    email,
    name: `Colega${mark}`,
    profile: 'user' as const,
    super: false,
    createdAt,
  }
  await putUser(table, { ...user, passwordHash: null })
  return id
}

async function aConversationOfTwo(table: TenantTable): Promise<string> {
  const [makerId, userId, id] = [newId(), newId(), newId()]
  const createdAt = new Date().toISOString()
  const users = [
    { userId: makerId, name: 'Ana' },
    { userId, name: 'Bruno' },
  ]
  const empty = { title: null, seq: 0, lastAt: createdAt, lastMessageId: null, revision: 1 }
  return putPair(table, { id, makerId, users, createdAt, ...empty })
}

async function anInvitation(table: TenantTable): Promise<string> {
  const [id, now] = [newId(), Date.now()]
  const [createdAt, until] = [new Date(now).toISOString(), new Date(now + 3_600_000).toISOString()]
  await putInvitation(table, { id, email: null, profile: 'user', digest: id, createdAt, until })
  return id
}

async function anEndedImport(
  table: TenantTable,
  contactListId: string | null,
  into?: 'contacts',
): Promise<string> {
  const createdAt = new Date().toISOString()
  const ref = { importId: newId(), contactListId, ...(into && { into }) }
  const start = { source: `${table.companyId}/uploads/NONE`, removeDuplicates: true, layout: null }
  await putImport(table, { ...ref, ...start, consent: null, createdAt })
  await endImport(table, ref, { status: 'DONE', error: null }, createdAt)
  return ref.importId
}

/** Three contacts: one with a note, one merged into it, and one more. */
async function someContacts(table: TenantTable, mark: string) {
  const [contactId, mergedId, otherId, noteId] = [newId(), newId(), newId(), newId()]
  const now = Date.now()
  const at = new Date(now).toISOString()
  const first = await reserveContactPlaces(table, 3)
  const changes = [contactId, mergedId, otherId].map((id, index) => {
    const fields = { id, name: `Cliente${mark}`, nameFrom: 'user' as const, number: aNumber(), lid: null }
    return { after: newContact({ ...fields, place: first + index }, at) }
  })
  const outcome = await writeContacts(table, changes)
  if (outcome !== 'written') throw new Error(`The contacts were not stored: ${outcome}`)
  await putNote(table, contactId, { id: noteId, text: 'Prefere a tarde', userId: newId(), at })
  const merged = await mergeContacts(table, { contactId, otherId: mergedId, userId: null, now })
  if (typeof merged === 'string') throw new Error(`The contacts were not merged: ${merged}`)
  return { contactId, otherId, noteId, mergeId: merged.merge.mergeId }
}

async function anErasure(table: TenantTable): Promise<string> {
  const now = Date.now()
  const erasure = await putErasure(table, { id: newId(), number: aNumber(), by: 'Maria' }, now)
  await endErasure(table, erasure, new Date(now).toISOString())
  return erasure.id
}

let numbers = Math.floor(Math.random() * 1e8)

/** A mobile number that no other record of this process has. */
export const aNumber = () => `55119${String(numbers++ % 1e8).padStart(8, '0')}`

/** Unused ids in the real format. */
export const unknownIds = (): World => {
  const contactListId = newId()
  return {
    companyId: newId(),
    userId: newId(),
    invitationId: newId(),
    whatsappId: newId(),
    contactListId,
    contactListItemId: itemId(contactListId, 0),
    campaignId: newId(),
    importId: newId(),
    blockImportId: newId(),
    contactBlockId: newId(),
    contactId: newId(),
    otherId: newId(),
    noteId: newId(),
    mergeId: `${newId()}-${newId()}`,
    contactsImportId: newId(),
    groupId: groupIdOf({ connectionId: newId(), groupId: '120363000000000009' }),
    exportId: newId(),
    queueId: newId(),
    tagId: newId(),
    quickReplyId: newId(),
    scheduleId: newId(),
    chatId: newId(),
    ticketId: newId(),
    uuid: newUuid(),
    messageId: newMessageId(),
    erasureId: newId(),
    announcementId: newId(),
    planId: newId(),
    instanceId: newId(),
    helpId: newId(),
  }
}
