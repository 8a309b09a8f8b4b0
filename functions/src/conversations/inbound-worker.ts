import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { campaignClaims, replyCame } from '@recado/shared/campaigns/engine/replies'
import { getConnection } from '@recado/shared/connections/store'
import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import { contactEvent } from '@recado/shared/contacts/live'
import { learnIdentity } from '@recado/shared/contacts/settle-contact'
import { commandMessage } from '@recado/shared/conversations/write'
import { hasMedia } from '@recado/shared/messages/content'
import { type InboundEvent, type InboundMessage, inboundEvent } from '@recado/shared/messages/inbound'
import { heedWords } from '@recado/shared/opt-outs/answered-words'
import { heedHistory } from '@recado/shared/opt-outs/words-in-history'
import type { TenantTable } from '@recado/shared/table/tenant'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import { recordTimer } from '@recado/shared/tickets/arrival/message-timer'
import { type Claims, type Received, receiveMessage } from '@recado/shared/tickets/arrival/receive'
import { type SettlingPorts, settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { isLive } from '@recado/shared/tickets/contract/stored-ticket'
import { conversationMoved } from '@recado/shared/tickets/live/moved'
import { messageChanged, ticketChanged } from '@recado/shared/tickets/live/watchers'
import { missedClaims } from '@recado/shared/tickets/rules/missed'
import { getTicket } from '@recado/shared/tickets/store/tickets'
import { readOnPhone } from '@recado/shared/tickets/system/reading'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { gatherCounters } from '../campaigns/gathered-counters.ts'
import { ports, publish, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { work } from '../http/worker.ts'

/** Stores WhatsApp's events in their conversations and tickets, handles opt-outs, and queues the download of files. */
export async function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const counters = gatherCounters(ports)
  const answer = await work('inbound', inboundEvent, (event) => arrive(event, counters.ports))(batch)
  await counters.tell()
  return answer
}

/** @param campaigns ports of the campaigns that the event concerns */
async function arrive(event: InboundEvent, campaigns: EnginePorts): Promise<void> {
  const { companyId, connectionId } = event
  const table = tableOf(companyId)
  const watchers = ticketWatchers(companyId)
  const settling: SettlingPorts = {
    now: ports.now,
    conversationMoved: (moved) => conversationMoved(watchers, moved),
  }
  if (event.kind === 'identity') {
    const chat = await settlePerson(table, settling, connectionId, event.person)
    const person = { connectionId, chat, lid: event.person.lid }
    for (const news of await learnIdentity(table, person, ports.now()))
      await publish(contactEvent(companyId, news))
    return
  }
  if (event.kind === 'history') {
    // First, as below: a chat that cannot be recorded ends this.
    await heedHistory(table, { ...settling, publish }, event)
    return recordHistory(table, settling, event)
  }
  if (event.kind === 'timer') return recordTimer(table, settling, event)
  if (event.kind === 'read') return readOnPhone(watchers, connectionId, event.messageIds)
  const received = await receiveMessage(table, settling, event, (chat, conversation) =>
    claimsOf(event, chat, conversation),
  )
  if (!received) return
  const { message, ticket, answers, events, isAmended, amendedTickets = [], contactNews } = received
  for (const { before, after } of amendedTickets) await ticketChanged(watchers, before, after)
  if (isAmended) return messageChanged(watchers, 'update', message)
  for (const answer of answers)
    if (answer.status === 'PENDING') await commandMessage(ports.queues, companyId, answer)
  // First, so that an error of a campaign does not keep a person from opting out.
  // The words of a history were heeded with its chats, without a word in return.
  if (!event.missed) await heedWords(table, { ...ports, publish }, event, message)
  await replyCame(campaigns, companyId, message)
  for (const news of contactNews) await publish(contactEvent(companyId, news))
  // An earlier delivery may have died before it told of its ticket.
  const known = ticket ?? (await asItIs(table, message.ticketId))
  if (known) await ticketChanged(watchers, known.before, known.after)
  // Looked at after the write: either the clean-up of a deleted connection finds the ticket, or this does.
  if (known && wasOpened(known) && !(await getConnection(table, connectionId)))
    await (await import('@recado/shared/tickets/system/changes')).closeTicketsOf(watchers, connectionId)
  for (const each of [message, ...events, ...answers]) await messageChanged(watchers, 'create', each)
  if (!hasMedia(message.content) || message.content.media.state !== 'PENDING') return
  const { chat, messageId, at } = message
  await ports.queues.command(
    { kind: 'media', companyId, connectionId, chat, messageId, at },
    `media-${messageId}`,
  )
}

/** A message that was stored by an earlier delivery may have opened its ticket. */
const wasOpened = ({ before, after }: NonNullable<Received['ticket']>): boolean =>
  isLive(after) && (!before || before === after || !isLive(before))

async function asItIs(table: TenantTable, ticketId: string | undefined): Promise<Received['ticket']> {
  const stored = ticketId ? await getTicket(table, ticketId) : undefined
  return stored && { before: stored, after: stored }
}

/** What campaigns and the connection say about a message before it is stored. */
async function claimsOf(
  event: InboundMessage,
  chat: string,
  conversation: Parameters<typeof campaignClaims>[2],
): Promise<Claims> {
  const { companyId, connectionId, fromMe, groupId, content, at, missed } = event
  const table = tableOf(companyId)
  const none = { aside: undefined, reply: undefined }
  if (groupId) {
    const connection = await getConnection(table, connectionId)
    return { ...none, keepsGroups: connection?.groups !== 'ignore' }
  }
  if (fromMe) return { ...none, keepsGroups: true }
  const arriving = { connectionId, chat, content, at: new Date(at).toISOString() }
  const claims = { keepsGroups: true, ...(await campaignClaims(table, arriving, conversation)) }
  if (!missed) return claims
  const isOptOut = claims.aside === 'optOut' && (await isChatBlocked(table, chat))
  return missedClaims(claims, { missed, writtenAt: event.timestamp * 1000, isOptOut }, conversation)
}
