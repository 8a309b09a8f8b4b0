import { messageOfId } from '@recado/shared/conversations/message'
import { type Chat, chatOfGroup, chatOfNumber, isGroup, lidOfChat } from '@recado/shared/messages/chat'
import { getSentMessage } from '@recado/shared/messages/sent-messages'
import type { TenantTable } from '@recado/shared/table/tenant'
import { isJidGroup, jidDecode, proto, type WAMessageKey } from '@whiskeysockets/baileys'
import { completed } from '../inbound/receive.ts'
import { personOf } from '../wire/jids.ts'

type NumberOf = (lid: string) => Promise<string | null | undefined>

/**
 * One of our messages, which a device could not read and requests again. Anyone may name its id, so it is looked up only
 * for its own conversation (as whatsmeow does: retry.go, `getMessageForRetry`).
 * @param numberOf the number of a LID, if it is known
 */
export async function askedAgain(
  table: TenantTable,
  connectionId: string,
  { id, remoteJid }: Pick<WAMessageKey, 'id' | 'remoteJid'>,
  numberOf: NumberOf,
): Promise<proto.IMessage | undefined> {
  if (!id) return undefined
  const [sent, stored] = await Promise.all([
    getSentMessage(table, connectionId, id),
    messageOfId(table, connectionId, { messageId: id, fromMe: true }),
  ])
  const found = sent ?? stored
  if (!found || !(await isPossiblyOf(found.chat, remoteJid ?? undefined, numberOf))) return undefined
  // The company deleted it for everybody, and the device would show it all the same (reported: Baileys#2323).
  if (stored?.deletedAt) return undefined
  if (sent?.original) return proto.Message.decode(Buffer.from(sent.original, 'base64'))
  const { content } = found
  return content.type === 'text' ? { extendedTextMessage: { text: content.text } } : undefined
}

/** Whether an address may be of a conversation. A person may ask under an address that is not known to be theirs. */
async function isPossiblyOf(chat: Chat, jid: string | undefined, numberOf: NumberOf): Promise<boolean> {
  if (isJidGroup(jid)) return chat === chatOfGroup(jidDecode(jid)?.user ?? '')
  if (isGroup(chat)) return false
  const person = personOf(jid)
  if (!person) return true
  const { number, lid } = await completed(person, numberOf)
  const ofLid = lidOfChat(chat)
  if (ofLid !== undefined) return lid === undefined || lid === ofLid
  return number === undefined || chatOfNumber(number) === chat
}
