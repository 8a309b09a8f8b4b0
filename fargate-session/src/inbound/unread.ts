import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'

/** Why a message is unreadable: it is view-once and for the phone only, or it came without content. */
export type Unread = 'view-once' | 'unreadable'

/**
 * Reason for a stanza without anything to decrypt. The server leaves out content that linked devices must not show,
 * and content that only the phone can get (Baileys#1034: messages after a click on an advertisement).
 */
export function withoutContent(stanza: BinaryNode): Unread | undefined {
  const hasContent = ['enc', 'plaintext'].some((tag) => getBinaryNodeChild(stanza, tag))
  if (hasContent || stanza.attrs.category === 'peer') return undefined
  const type = getBinaryNodeChild(stanza, 'unavailable')?.attrs.type ?? ''
  return type.startsWith('view_once') ? 'view-once' : 'unreadable'
}

/** libsignal's errors for an already decrypted message, in a chat and in a group. */
const DECRYPTED_BEFORE = /^Key used already or never filled|old counter/i

/** Whether the keys of a message are used up: this device has decrypted it before. */
export const wasDecrypted = (error: unknown): boolean =>
  error instanceof Error && DECRYPTED_BEFORE.test(error.message)

/**
 * Whether a person misses a message that could not be decrypted. Senders mark reactions, votes and the like as
 * unimportant (whatsmeow message.go, `decrypt-fail`). An edit leaves the message as it was.
 */
export function isMissed(stanza: BinaryNode): boolean {
  const isHidden = getBinaryNodeChildren(stanza, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide')
  return !isHidden && !stanza.attrs.edit && stanza.attrs.category !== 'peer'
}

/**
 * A message was decrypted before, but not handed on: its hand-over failed, and the socket or the process ended. The
 * library asks the sender for it again, as after any error but the one for used keys (`handleMessage` of rc14).
 */
export class NeverHandedOn extends Error {
  constructor(cause: unknown) {
    super('The message was decrypted before, and not handed on', { cause })
    this.name = 'NeverHandedOn'
  }
}
