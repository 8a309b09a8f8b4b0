import { campaignClaims, replyCame } from '@recado/shared/campaigns/engine/replies'
import { getConnection } from '@recado/shared/connections/store'
import { contactEvent } from '@recado/shared/contacts/live'
import { commandMessage } from '@recado/shared/conversations/write'
import { hasMedia } from '@recado/shared/messages/content'
import { type InboundMessage, inboundEvent } from '@recado/shared/messages/inbound'
import { heedWords } from '@recado/shared/opt-outs/answered-words'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import { type Claims, receiveMessage } from '@recado/shared/tickets/arrival/receive'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { messageChanged, ticketChanged } from '@recado/shared/tickets/live/watchers'
import { readOnPhone } from '@recado/shared/tickets/system/reading'
import { ports, publish, tableOf, ticketWatchers } from '../context.ts'
import { work } from '../http/worker.ts'

/** Stores WhatsApp's events in their conversations and tickets, handles opt-outs, and queues the download of files. */
export const handler = work('inbound', inboundEvent, async (event) => {
  const { companyId, connectionId } = event
  const table = tableOf(companyId)
  if (event.kind === 'identity') {
    await settlePerson(table, connectionId, event.person)
    return
  }
  if (event.kind === 'history') return recordHistory(table, event)
  if (event.kind === 'read') return readOnPhone(ticketWatchers(companyId), connectionId, event.messageIds)
  const received = await receiveMessage(table, ports, event, (chat, conversation) =>
    claimsOf(event, chat, conversation),
  )
  if (!received) return
  const { message, ticket, answers, events, isAmended, contactNews } = received
  const watchers = ticketWatchers(companyId)
  if (isAmended) return messageChanged(watchers, 'update', message)
  for (const answer of answers)
    if (answer.status === 'PENDING') await commandMessage(ports.queues, companyId, answer)
  await replyCame(ports, companyId, message)
  await heedWords(table, { ...ports, publish }, event, message)
  for (const news of contactNews) await publish(contactEvent(companyId, news))
  if (ticket) await ticketChanged(watchers, ticket.before, ticket.after)
  for (const each of [message, ...events, ...answers]) await messageChanged(watchers, 'create', each)
  if (!hasMedia(message.content) || message.content.media.state !== 'PENDING') return
  const { chat, messageId, at } = message
  await ports.queues.command(
    { kind: 'media', companyId, connectionId, chat, messageId, at },
    `media-${messageId}`,
  )
})

/** What campaigns and the connection say about a message before it is stored. */
async function claimsOf(
  event: InboundMessage,
  chat: string,
  conversation: Parameters<typeof campaignClaims>[2],
): Promise<Claims> {
  const { companyId, connectionId, fromMe, groupId, content, at } = event
  const table = tableOf(companyId)
  const none = { aside: undefined, reply: undefined }
  if (groupId) {
    const connection = await getConnection(table, connectionId)
    return { ...none, keepsGroups: connection?.groups !== 'ignore' }
  }
  if (fromMe) return { ...none, keepsGroups: true }
  const arriving = { connectionId, chat, content, at: new Date(at).toISOString() }
  return { ...none, keepsGroups: true, ...(await campaignClaims(table, arriving, conversation)) }
}
