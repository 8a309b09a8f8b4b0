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

/**
 * Whether a person misses a message that could not be decrypted. Senders mark reactions, votes and the like as
 * unimportant (whatsmeow message.go, `decrypt-fail`). An edit leaves the message as it was.
 */
export function isMissed(stanza: BinaryNode, error: unknown): boolean {
  const isHidden = getBinaryNodeChildren(stanza, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide')
  const isRepeated = error instanceof Error && DECRYPTED_BEFORE.test(error.message)
  return !isHidden && !isRepeated && !stanza.attrs.edit && stanza.attrs.category !== 'peer'
}
