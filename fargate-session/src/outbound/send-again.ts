import {
  areJidsSameUser,
  type BinaryNode,
  encodeSignedDeviceIdentity,
  encodeWAMessage,
  extractE2ESessionFromRetryReceipt,
  isJidGroup,
  isLidUser,
  jidDecode,
  normalizeMessageContent,
  proto,
  type SignalKeyStore,
  type WASocket,
} from '@whiskeysockets/baileys'

/** A device's request to get one of our messages again, because it could not read it. */
export interface RetryRequest {
  messageId: string
  /** The address of the conversation. */
  chat: string
  /** The address of the device that asks. */
  device: string
  /** How often the device has asked for the message. */
  count: number
}

/** What a resend needs of a socket. */
export type Resender = Pick<
  WASocket,
  'assertSessions' | 'authState' | 'sendNode' | 'signalRepository' | 'user'
>

/**
 * Sends a message again to the one device that could not read it, as WhatsApp Web does (whatsapp-rust#408, whatsmeow
 * retry.go). The library sends it to everybody once more if a phone asks: to all members of a group. For a linked device
 * of a person it writes a stanza that WhatsApp refuses with 479 (Baileys#2781).
 * @param receipt the request, which may have the device's keys
 */
export async function sendAgain(
  socket: Resender,
  receipt: BinaryNode,
  request: RetryRequest,
  message: proto.IMessage,
): Promise<void> {
  const { signalRepository, authState } = socket
  const { device } = request
  // The device could not read a message of its session, or of the group's key, so it gets a new session.
  const session = extractE2ESessionFromRetryReceipt(receipt)
  if (session) await signalRepository.injectE2ESession({ jid: device, session })
  else await socket.assertSessions([device], true)
  // In turn with the other sends, which change the same session.
  const turn = authState.creds.me?.id ?? ''
  await authState.keys.transaction(async () => {
    if (isJidGroup(request.chat)) await forgetHolder(authState.keys, request)
    const data = encodeWAMessage(await forDevice(socket, request, message))
    const sealed = await signalRepository.encryptMessage({ jid: device, data })
    await socket.sendNode(stanzaOf(socket, request, { message, sealed }))
  }, turn)
}

/** The own devices get a copy that names the conversation. A member of a group also gets the group's key. */
async function forDevice(
  socket: Resender,
  { chat, device }: RetryRequest,
  message: proto.IMessage,
): Promise<proto.IMessage> {
  if (isJidGroup(chat)) return withGroupKey(socket, chat, message)
  return isOwnDevice(socket, device) ? { deviceSentMessage: { destinationJid: chat, message } } : message
}

async function withGroupKey(
  { signalRepository, user }: Resender,
  group: string,
  message: proto.IMessage,
): Promise<proto.IMessage> {
  for (const meId of [user?.lid, user?.id]) {
    if (!meId || !(await signalRepository.hasSenderKey({ group, meId }))) continue
    const key = await signalRepository.getSenderKeyDistributionMessage({ group, meId })
    const senderKeyDistributionMessage = { groupId: group, axolotlSenderKeyDistributionMessage: key }
    return { ...message, senderKeyDistributionMessage }
  }
  return message
}

/** The next message to the group brings its key to this device again, in case that this one does not arrive (Baileys#2704). */
async function forgetHolder(
  keys: Pick<SignalKeyStore, 'get' | 'set'>,
  { chat, device }: RetryRequest,
): Promise<void> {
  const { [chat]: holders } = await keys.get('sender-key-memory', [chat])
  if (!holders) return
  const others = Object.entries(holders).filter(([jid]) => !isSameDevice(jid, device))
  await keys.set({ 'sender-key-memory': { [chat]: Object.fromEntries(others) } })
}

function isSameDevice(one: string, other: string): boolean {
  const [a, b] = [jidDecode(one), jidDecode(other)]
  return a?.user === b?.user && (a?.device ?? 0) === (b?.device ?? 0)
}

/** Whether a device belongs to the account itself. */
export const isOwnDevice = ({ user }: Pick<WASocket, 'user'>, device: string): boolean =>
  areJidsSameUser(device, user?.id) || areJidsSameUser(device, user?.lid)

function stanzaOf(
  socket: Resender,
  { messageId, chat, device, count }: RetryRequest,
  {
    message,
    sealed: { type, ciphertext },
  }: { message: proto.IMessage; sealed: { type: string; ciphertext: Uint8Array } },
): BinaryNode {
  const { account } = socket.authState.creds
  if (!account) throw new Error('The account is not linked')
  const enc = { tag: 'enc', attrs: { v: '2', type, count: String(count) }, content: ciphertext }
  const identity = encodeSignedDeviceIdentity(account, true)
  return {
    tag: 'message',
    attrs: {
      id: messageId,
      type: typeOf(message),
      ...routeOf(socket, chat, device),
      ...changeOf(message, chat),
    },
    content: [enc, { tag: 'device-identity', attrs: {}, content: identity }],
  }
}

function routeOf(socket: Resender, chat: string, device: string): Record<string, string> {
  if (isJidGroup(chat))
    return { to: chat, participant: device, ...(isLidUser(device) && { addressing_mode: 'lid' }) }
  const recipient = isOwnDevice(socket, device) && { recipient: chat }
  return { to: device, device_fanout: 'false', ...recipient }
}

/** Fields of messages that WhatsApp counts as media, of those that are sent from here. */
const MEDIA = [
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'contactMessage',
  'contactsArrayMessage',
] as const

function typeOf(message: proto.IMessage): string {
  const content = normalizeMessageContent(message) ?? {}
  if (content.reactionMessage) return 'reaction'
  return MEDIA.some((kind) => content[kind]) ? 'media' : 'text'
}

/** WhatsApp needs to know outside the encryption that a message edits or deletes another one. */
function changeOf({ protocolMessage }: proto.IMessage, chat: string): Record<string, string> {
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type
  if (protocolMessage?.type === MESSAGE_EDIT) return { edit: '1' }
  if (protocolMessage?.type !== REVOKE) return {}
  return { edit: isJidGroup(chat) && !protocolMessage.key?.fromMe ? '8' : '7' }
}
