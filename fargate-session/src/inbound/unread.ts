import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'

/** Why a message cannot be read: it is to be opened once, on the phone, or its content did not come with it. */
export type Unread = 'view-once' | 'unreadable'

/**
 * Whether a stanza comes without anything to decrypt. The server leaves the content out of what linked devices must
 * not show, and where only the phone can get at it (Baileys#1034: messages that advertisements lead to).
 */
export function withoutContent(stanza: BinaryNode): Unread | undefined {
  const hasContent = ['enc', 'plaintext'].some((tag) => getBinaryNodeChild(stanza, tag))
  if (hasContent || stanza.attrs.category === 'peer') return undefined
  const type = getBinaryNodeChild(stanza, 'unavailable')?.attrs.type ?? ''
  return type.startsWith('view_once') ? 'view-once' : 'unreadable'
}

/** What libsignal says of a message that it has decrypted before, in a chat and in a group. */
const DECRYPTED_BEFORE = /^Key used already or never filled|old counter/i

/**
 * Whether a message that could not be decrypted is missed by a person. Senders mark reactions, votes and the like as
 * not to be mentioned then (whatsmeow message.go, `decrypt-fail`), and an edit leaves the message as it was.
 */
export function isMissed(stanza: BinaryNode, error: unknown): boolean {
  const isHidden = getBinaryNodeChildren(stanza, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide')
  const isRepeated = error instanceof Error && DECRYPTED_BEFORE.test(error.message)
  return !isHidden && !isRepeated && !stanza.attrs.edit && stanza.attrs.category !== 'peer'
}
