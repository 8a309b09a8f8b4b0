import type { Route } from '@recado/shared/campaigns/engine/deliver'
import { Unreachable } from '@recado/shared/campaigns/engine/unreachable'
import { putSentMessage } from '@recado/shared/connections/sent-messages'
import { knownAddress } from '@recado/shared/contacts/addresses'
import { isGroup, jidOf } from '@recado/shared/conversations/chat'
import { type Content, isAmendment } from '@recado/shared/conversations/content'
import {
  claimMessage,
  failMessage,
  messageOfId,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import type { MessageCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import { proto } from '@whiskeysockets/baileys'
import { failure } from '../log.ts'
import type { ServicePorts } from '../ports.ts'
import { composed, quotedAs, type Target } from './compose.ts'
import type { OpenLine, Sendable } from './open-line.ts'

/** A connection that is just being opened, as when its task changes, is waited for; in milliseconds. */
const OPENS_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 100

/**
 * Sends a message of a conversation, once: it is claimed before it is written to the wire, and what becomes of
 * it is told by WhatsApp's acknowledgement.
 */
export async function sendMessage(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  { connectionId, messageId }: MessageCommand,
): Promise<void> {
  const message = await messageOfId(table, connectionId, { messageId, fromMe: true })
  if (message?.status !== 'PENDING') return
  if (!(await opens(ports, line))) {
    await failMessage(table, message, 'NOT_CONNECTED')
    return
  }
  const route = await routeOf(table, line, message, ports.now())
  if (!route) return
  const { jid } = route
  const sendable = await prepared(ports, table, line, message, jid)
  if (!sendable) return
  const { chat, at, content } = message
  const original = Buffer.from(proto.Message.encode(sendable.message).finish()).toString('base64')
  await putSentMessage(table, connectionId, { messageId, chat, at, jid, content, original }, ports.now())
  if (!(await claimMessage(table, message, { claimedAt: ports.now(), fence: line.fence }))) return
  // A rejection says nothing about the outcome: the message may have left before. The acknowledgement tells.
  await line.write(route, sendable).catch(() => undefined)
}

/** The way to the conversation. Where there is none the message has failed, and may be sent again by a person. */
async function routeOf(
  table: TenantTable,
  line: OpenLine,
  message: StoredMessage,
  now: number,
): Promise<Route | undefined> {
  try {
    return await line.routeTo(await addressOf(table, message, now))
  } catch (error) {
    const isOfPerson = error instanceof Unreachable
    if (!isOfPerson && line.isOpen()) throw error
    await failMessage(table, message, isOfPerson ? error.reason : 'NOT_CONNECTED')
    return undefined
  }
}

async function opens(ports: ServicePorts, line: OpenLine): Promise<boolean> {
  const until = ports.now() + OPENS_WITHIN_MS
  while (!line.isOpen() && ports.now() < until) await ports.waitUntil(ports.now() + LOOK_EVERY_MS)
  return line.isOpen()
}

/** Nothing has left before this: what cannot be made ready has failed, and may be sent again by a person. */
async function prepared(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  message: StoredMessage,
  jid: string,
): Promise<Sendable | undefined> {
  const { messageId, connectionId, quoted, content } = message
  try {
    const target = await targetOf(table, message, jid, line.ownJid())
    return await line.build(jid, await composed(content, ports.files, target), {
      messageId,
      ...(quoted && target && { quoted: quotedAs(target) }),
    })
  } catch (error) {
    ports.log.warn({ connectionId, error: failure(error) }, 'message not prepared')
    await failMessage(table, message, 'NOT_PREPARED')
    return undefined
  }
}

async function addressOf(table: TenantTable, { chat }: StoredMessage, now: number): Promise<string> {
  if (isGroup(chat) || chat.startsWith('lid-')) return jidOf(chat)
  return (await knownAddress(table, chat, now))?.jid ?? jidOf(chat)
}

/** The message that this one quotes or changes. */
async function targetOf(
  table: TenantTable,
  { connectionId, content, quoted }: StoredMessage,
  jid: string,
  ownJid: string,
): Promise<Target | undefined> {
  const messageId = isAmendment(content) ? content.target : quoted
  if (!messageId) return undefined
  const target =
    (await messageOfId(table, connectionId, { messageId, fromMe: true })) ??
    (await messageOfId(table, connectionId, { messageId, fromMe: false }))
  if (!target) return undefined
  const { fromMe, original } = target
  const participant = fromMe ? ownJid : writerOf(target)
  return {
    key: { remoteJid: jid, id: messageId, fromMe, ...(participant && { participant }) },
    message: original ? proto.Message.decode(Buffer.from(original, 'base64')) : plain(target.content),
  }
}

/** In a conversation of two there is no question who wrote. */
const writerOf = ({ sender }: StoredMessage): string | undefined =>
  sender?.lid ? `${sender.lid}@lid` : sender?.number && `${sender.number}@s.whatsapp.net`

const plain = (content: Content): proto.IMessage => ({
  conversation: content.type === 'text' ? content.text : '',
})
