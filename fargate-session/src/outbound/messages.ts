import type { Route } from '@recado/shared/campaigns/engine/line'
import { showFailed } from '@recado/shared/campaigns/engine/results'
import { changeFailed } from '@recado/shared/conversations/amend'
import { findMessage } from '@recado/shared/conversations/find-message'
import {
  claimMessage,
  failMessage,
  isTooLate,
  messageOfId,
  NOT_CONNECTED,
  releaseMessage,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import {
  forgetOutgoing,
  isOutgoing,
  outgoingMessages,
  type WaitingMessage,
} from '@recado/shared/conversations/outgoing'
import { commandMessage } from '@recado/shared/conversations/write'
import { type Content, isAmendment, isInternal, type StoredContent } from '@recado/shared/messages/content'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { MessageCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import { proto } from '@whiskeysockets/baileys'
import type { ServicePorts } from '../ports/ports.ts'
import { isUnreached, routeToChat } from './chat-route.ts'
import { composed, quotedAs, type Target } from './compose.ts'
import { refusalOf } from './may-leave.ts'
import type { OpenLine, Sendable } from './open-line.ts'

/** Wait for a connection that is being opened, for example after a hand-over, in milliseconds. */
const OPENS_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 100

/** A message without a connection waits for its next opening. Otherwise nothing is left to do for it. */
type Outcome = 'waits' | 'settled'

/**
 * Sends the waiting messages of a chat, in their order, up to the one that the command names. If one of them finds no
 * connection, it and all later ones wait: the connection's next opening takes them up in their order.
 */
export async function sendMessage(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  { connectionId, chat, messageId }: MessageCommand,
): Promise<void> {
  const named = await messageOfId(table, connectionId, { messageId, fromMe: true })
  if (!named) return
  if (named.status !== 'PENDING') return endWait(ports, table, connectionId, named, named)
  const earlier = (await outgoingMessages(table, connectionId, chat)).filter(({ at }) => at < named.at)
  for (const waiting of [...earlier, named]) {
    // By its id: its conversation may move to the person's number at this moment.
    const message = await messageOfId(table, connectionId, { ...waiting, fromMe: true })
    if (message?.status !== 'PENDING') await endWait(ports, table, connectionId, waiting, message)
    else if (isTooLate(message, ports.now())) await failed(ports, table, message, NOT_CONNECTED)
    else if (!(await opens(ports, line))) return
    else if ((await send(ports, table, line, message)) === 'waits') return
  }
}

/**
 * Forgets that a message waits. A process may have died after it failed the message and before it showed that: the row is then
 * still there.
 * @param message as it is now; undefined if it was erased
 */
async function endWait(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
  waiting: WaitingMessage,
  message: StoredMessage | undefined,
): Promise<void> {
  const isUnshown = message?.status === 'FAILED' && (await isOutgoing(table, connectionId, waiting))
  if (isUnshown) await showFailure(ports, table, message)
  await forgetOutgoing(table, connectionId, waiting)
}

/** Queues the messages that waited for this connection. @param opening names its opening */
export async function takeUpWaiting(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
  opening: string,
): Promise<void> {
  for (const waiting of await outgoingMessages(table, connectionId))
    await commandMessage(ports.queues, table.companyId, { connectionId, ...waiting }, opening)
}

/**
 * Sends a message, at most once: it is claimed before the write to the wire. WhatsApp's acknowledgement decides its
 * status.
 */
async function send(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  message: StoredMessage,
): Promise<Outcome> {
  const { connectionId, messageId } = message
  const route = await routeOf(ports, table, line, message)
  if (isOutcome(route)) return route
  const { jid } = route
  const sendable = await prepared(ports, table, line, message, route)
  if (isOutcome(sendable)) return sendable
  const refusal = await refusalOf(ports, table, message)
  if (refusal) return failed(ports, table, message, refusal)
  const { chat, at, firstContact } = message
  const content = outward(message)
  const original = Buffer.from(proto.Message.encode(sendable.message).finish()).toString('base64')
  const other = route.other && { otherAddress: route.other }
  const sent = {
    messageId,
    chat,
    at,
    jid,
    content,
    original,
    ...other,
    ...(firstContact && { firstContact }),
  }
  await putSentMessage(table, connectionId, sent, ports.now())
  if (!(await tryClaim(table, message, { claimedAt: ports.now(), fence: line.fence }))) {
    const moved = await movedFrom(table, message)
    return moved ? send(ports, table, line, moved) : 'settled'
  }
  await forgetOutgoing(table, connectionId, message)
  // An error here does not decide the status: the message may have left already. The acknowledgement decides.
  await line
    .write(route, sendable)
    .catch((error: unknown) => ports.log.warn('send not confirmed', { connectionId, error }))
  return 'settled'
}

const isOutcome = (of: object | Outcome): of is Outcome => typeof of === 'string'

/** The message where it waits now, if its conversation moved to the person's number meanwhile. */
async function movedFrom(
  table: TenantTable,
  { connectionId, chat, messageId }: StoredMessage,
): Promise<StoredMessage | undefined> {
  const now = await messageOfId(table, connectionId, { messageId, fromMe: true })
  return now?.status === 'PENDING' && now.chat !== chat ? now : undefined
}

/** Claims a message. If the answer is lost, the claim is released, and the repeated command sends the message. */
async function tryClaim(
  table: TenantTable,
  message: StoredMessage,
  claim: Parameters<typeof claimMessage>[2],
): Promise<boolean> {
  try {
    return await claimMessage(table, message, claim)
  } catch (error) {
    await releaseMessage(table, message, claim)
    throw error
  }
}

/** The content of a message that may leave. @throws for a note or an event, which never do */
function outward({ content }: StoredMessage): Content {
  if (isInternal(content)) throw new Error(`A ${content.type} never leaves the company`)
  return content
}

/**
 * The route to the conversation. Without one the message fails, and a person may send it again. While the connection is
 * down it waits.
 */
async function routeOf(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  message: StoredMessage,
): Promise<Route | Outcome> {
  const route = await routeToChat(table, line, message, ports.now()).catch((error: unknown) => {
    if (line.isOpen()) throw error
    return undefined
  })
  if (!route) return 'waits'
  if (isUnreached(route)) return failed(ports, table, message, route.reason)
  const isRefused = route.onlyAdminsWrite && !isAmendment(message.content)
  return isRefused ? failed(ports, table, message, 'SKIPPED_ONLY_ADMINS') : route
}

/** Nothing has left. Its writer sees why. Another process that claimed or failed the message goes on with it. */
async function failed(
  ports: ServicePorts,
  table: TenantTable,
  message: StoredMessage,
  code: string,
): Promise<'settled'> {
  if (!(await failMessage(table, message, code))) {
    const moved = await movedFrom(table, message)
    return moved ? failed(ports, table, moved, code) : 'settled'
  }
  await showFailure(ports, table, message)
  // Last: until then a repeated command, or a later look, shows the failure if this process dies.
  await forgetOutgoing(table, message.connectionId, message)
  return 'settled'
}

/** Marks a failed message in its ticket's row, or the failed change at the message that it was to change. */
async function showFailure(ports: ServicePorts, table: TenantTable, message: StoredMessage): Promise<void> {
  const { connectionId, content } = message
  const changed = isAmendment(content) ? await changeFailed(table, connectionId, content) : message
  if (!isAmendment(content)) await showFailed(ports, table, message)
  if (changed) await ports.watchers.messageChanged?.(table.companyId, changed)
}

async function opens(ports: ServicePorts, line: OpenLine): Promise<boolean> {
  const until = ports.now() + OPENS_WITHIN_MS
  while (!line.isOpen() && ports.now() < until) await ports.waitUntil(ports.now() + LOOK_EVERY_MS)
  return line.isOpen()
}

/** Nothing has left yet: a message that cannot be built fails, and a person may send it again. */
async function prepared(
  ports: ServicePorts,
  table: TenantTable,
  line: OpenLine,
  message: StoredMessage,
  { jid, messageTimer = message.messageTimer }: Route,
): Promise<Sendable | Outcome> {
  const { messageId, connectionId, quoted } = message
  const content = outward(message)
  try {
    const target = await targetOf(table, message, jid)
    const words = await composed(content, ports.files, target)
    return await line.build(jid, message.forwarded ? { ...words, ...FORWARDED } : words, {
      messageId,
      messageTimer,
      ...(quoted && target && { quoted: quotedAs(target) }),
    })
  } catch (error) {
    if (!line.isOpen()) return 'waits'
    ports.log.warn('message not prepared', { connectionId, error })
    return failed(ports, table, message, 'NOT_PREPARED')
  }
}

/** Phones show a forwarded message as such. */
const FORWARDED = { contextInfo: { isForwarded: true, forwardingScore: 1 } }

/** The quoted message, or the target of a change. */
async function targetOf(
  table: TenantTable,
  { connectionId, content, quoted }: StoredMessage,
  jid: string,
): Promise<Target | undefined> {
  const messageId = isAmendment(content) ? content.target : quoted
  if (!messageId) return undefined
  const target = await findMessage(table, connectionId, messageId)
  if (!target) return undefined
  const { fromMe, original } = target
  const participant = writerOf(target)
  return {
    type: target.content.type,
    key: { remoteJid: jid, id: messageId, fromMe, ...(participant && { participant }) },
    message: original ? proto.Message.decode(Buffer.from(original, 'base64')) : plain(target.content),
  }
}

/**
 * The writer of another member's message in a group, without a device. As in whatsmeow's `BuildMessageKey`, a key has none in
 * a chat of two, nor for the account's own messages. For a quote of an own message the library fills in the account.
 */
const writerOf = ({ sender }: StoredMessage): string | undefined =>
  sender?.lid ? `${sender.lid}@lid` : sender?.number && `${sender.number}@s.whatsapp.net`

const plain = (content: StoredContent): proto.IMessage => ({
  conversation: content.type === 'text' ? content.text : '',
})
