import { allConnections, getConnection, queuesOf } from '@recado/shared/connections/store'
import { findMessage } from '@recado/shared/conversations/find-message'
import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { commandMessage } from '@recado/shared/conversations/write'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { ForwardInput } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { liveTicket, newestTicketsOf } from '@recado/shared/tickets/store/tickets'
import { allChatsOf } from '../contacts/contact-chats.ts'
import { foundContact } from '../contacts/contacts.ts'
import { ports, tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'
import { otherOpenTicket } from '../desk/other-open-ticket.ts'
import { settledChat } from '../desk/settled-chat.ts'
import { countCall } from '../http/rates.ts'
import { storeAnswer } from './answers.ts'
import { requireMayBegin, requireMayWrite } from './may-write.ts'
import { contentAgain, sendableAgain, withItsFile } from './message-files.ts'
import { addresseeOf, open, requireNotBlocked } from './opening.ts'
import { seen, seenTicket } from './seen-ticket.ts'
import { messageIfVisible } from './visible-message.ts'

/**
 * Forwards messages to other conversations that the caller may write in, and to contacts. All are checked before the first
 * leaves: only a change at that moment, such as a ticket that is closed, leaves a part of them.
 * @param key names the call: one that died halfway is repeated with it, and each message leaves once
 * @throws DomainError any of the route's
 */
export async function forward(
  actor: Actor,
  { messageIds, to }: ForwardInput,
  key: string = newId(),
): Promise<{ records: ShownMessage[] }> {
  const messages = await forwardedMessages(actor, [...new Set(messageIds)])
  if (messages.some(({ deletedAt }) => deletedAt)) throw notForwarded()
  const [{ connectionId } = { connectionId: '' }] = messages
  await Promise.all(messages.map((message) => sendableAgain(actor.companyId, message, 'ERR_NOT_FORWARDED')))
  const targets = uniqueOf(await Promise.all(to.map((target) => targetOf(actor, target, connectionId))))
  // The call itself counted for one of them.
  const more = messages.length * targets.length - 1
  if (more > 0) await countCall('messages', actor, more)
  const ticketIds = new Set<string>()
  for (const target of targets)
    ticketIds.add('ticketId' in target ? target.ticketId : await begin(actor, target))
  const records: ShownMessage[] = []
  for (const ticketId of ticketIds)
    for (const message of messages) records.push(await forwardOne(actor, message, ticketId, key))
  return { records }
}

/**
 * A message of a group with two of the company's accounts has one id on both connections: the caller may see one of the two.
 * @throws DomainError ERR_NO_MESSAGE_FOUND for a message that the caller may not see
 */
async function forwardedMessages(actor: Actor, messageIds: readonly string[]): Promise<StoredMessage[]> {
  const connections = await allConnections(tableOf(actor.companyId))
  return Promise.all(
    messageIds.map(async (messageId) => {
      const found = await Promise.all(
        connections.map(({ id }) => findMessage(tableOf(actor.companyId), id, messageId)),
      )
      for (const message of found) {
        const visible = message && (await visibleTo(actor, message))
        if (visible) return visible
      }
      throw notFound('ERR_NO_MESSAGE_FOUND')
    }),
  )
}

/** How many tickets of a conversation are tried, until the caller sees the message through one. */
const TICKETS_TRIED = 20

/**
 * A message is seen through its own ticket, or through another one of its conversation.
 * @returns undefined if the caller may not see it
 */
async function visibleTo(actor: Actor, message: StoredMessage): Promise<StoredMessage | undefined> {
  const { connectionId, chat, ticketId, messageId } = message
  const tickets = await newestTicketsOf(
    tableOf(actor.companyId),
    [{ whatsappId: connectionId, chat }],
    TICKETS_TRIED,
  )
  const connection = await getConnection(tableOf(actor.companyId), connectionId)
  const visible = tickets.filter((ticket) =>
    canSee(attendantOf(actor), sightOf(ticket, queuesOf(connection))),
  )
  const ticket = visible.find(({ id }) => id === ticketId) ?? visible[0]
  return ticket && messageIfVisible(actor, await seen(actor, ticket), messageId)
}

type Target = { ticketId: string } | { contactId: string; whatsappId: string }

/**
 * A contact's live ticket, if there is one; else the contact, for a new conversation.
 * @throws DomainError what writing there is refused with
 */
async function targetOf(
  actor: Actor,
  target: ForwardInput['to'][number],
  connectionId: string,
): Promise<Target> {
  if ('ticketId' in target) {
    await requireMayWrite(actor, await seenTicket(actor, target.ticketId))
    return target
  }
  const { companyId } = actor
  const contact = await foundContact(companyId, target.contactId)
  const chat = await settledChat(companyId, connectionId, addresseeOf(contact))
  const [live, connection] = await Promise.all([
    liveTicket(tableOf(companyId), connectionId, chat),
    getConnection(tableOf(companyId), connectionId),
  ])
  if (!live) {
    requireMayBegin(actor, connection)
    await requireNotBlocked(actor, await allChatsOf(tableOf(companyId), contact))
    return { contactId: contact.id, whatsappId: connectionId }
  }
  if (!canSee(attendantOf(actor), sightOf(live, queuesOf(connection))))
    throw await otherOpenTicket(actor, live)
  await requireMayWrite(actor, await seen(actor, live))
  return { ticketId: live.id }
}

/** The targets, each once: one contact may have been named twice, also by its own and a merged id. */
const uniqueOf = (targets: readonly Target[]): Target[] => [
  ...new Map(
    targets.map((target) => ['ticketId' in target ? target.ticketId : target.contactId, target]),
  ).values(),
]

/** @returns the new ticket's id */
const begin = async (actor: Actor, target: { contactId: string; whatsappId: string }): Promise<string> =>
  (await open(actor, target)).id

const notForwarded = () =>
  new DomainError('conflict', 'ERR_NOT_FORWARDED', 'A deleted message cannot be forwarded')

async function forwardOne(
  actor: Actor,
  source: StoredMessage,
  ticketId: string,
  key: string,
): Promise<ShownMessage> {
  const { companyId, userId } = actor
  const table = tableOf(companyId)
  const messageId = messageIdFrom('forward', userId, key, source.messageId, ticketId)
  const message = await withItsFile(companyId, messageId, (keep) =>
    retrying(
      table,
      () => seenTicket(actor, ticketId),
      async (found) => {
        const { whatsappId } = found.ticket
        const known = await messageOfId(table, whatsappId, { messageId, fromMe: true })
        if (known) return known
        await requireMayWrite(actor, found)
        const content = await contentAgain(companyId, source, whatsappId, keep, 'ERR_NOT_FORWARDED')
        return (await storeAnswer(actor, found, { messageId, content, forwarded: true })) ?? AGAIN
      },
    ),
  )
  if (message.status === 'PENDING') await commandMessage(ports.queues, companyId, message)
  await indexWords(table, [message])
  return messageShown(message, ports.now())
}
