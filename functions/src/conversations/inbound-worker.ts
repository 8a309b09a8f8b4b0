import { replyCame } from '@recado/shared/campaigns/engine/replies'
import { heedWords } from '@recado/shared/contact-blocks/words'
import { hasMedia } from '@recado/shared/conversations/content'
import { recordHistory } from '@recado/shared/conversations/history'
import { settlePerson } from '@recado/shared/conversations/identity'
import { inboundEvent } from '@recado/shared/conversations/inbound'
import { recordMessage } from '@recado/shared/conversations/record'
import { ports, publish, tableOf } from '../context.ts'
import { work } from '../http/worker.ts'

/** Puts what came from WhatsApp into its conversations, heeds who wants no more, and has files brought after it. */
export const handler = work('inbound', inboundEvent, async (event) => {
  const { companyId, connectionId } = event
  const table = tableOf(companyId)
  if (event.kind === 'identity') {
    await settlePerson(table, connectionId, event.person)
    return
  }
  if (event.kind === 'history') return recordHistory(table, event)
  const message = await recordMessage(table, event)
  if (!message) return
  await replyCame(ports, companyId, message)
  await heedWords(table, { ...ports, publish }, event, message)
  if (!hasMedia(message.content) || message.content.media.state !== 'PENDING') return
  const { chat, messageId, at } = message
  await ports.queues.command(
    { kind: 'media', companyId, connectionId, chat, messageId, at },
    `media-${messageId}`,
  )
})
