import { type BinaryNode, getBinaryNodeChildren, type WASocket } from '@whiskeysockets/baileys'

/** What a receipt says of messages that this account wrote. */
export interface Receipt {
  messageIds: string[]
  /** `server`: the account's own phone has its copy, so that WhatsApp's server had the message. */
  level: 'server' | 'delivered' | 'read' | 'played'
}

/** The `type` of receipts by what they say, as Baileys 7.0.0-rc14 reads them; without one they say `delivered`. */
const LEVELS: { readonly [type: string]: Receipt['level'] } = {
  sender: 'server',
  read: 'read',
  played: 'played',
}

/**
 * Reads a receipt stanza. In a group every member sends their own: the first says that a message has arrived there.
 * @returns undefined for a receipt about other people's messages, and for one that asks for something
 */
export function receiptOf(stanza: BinaryNode): Receipt | undefined {
  const { type, recipient } = stanza.attrs
  const level = type === undefined ? 'delivered' : LEVELS[type]
  if (!level) return undefined
  // A receipt with a recipient is from a device of this account. Only `sender` is about a message that it wrote.
  if (recipient && type !== 'sender') return undefined
  const messageIds = messagesIn(stanza)
  return messageIds.length > 0 ? { messageIds, level } : undefined
}

/**
 * Which messages a receipt is about: the one of its own id and those in lists, or, where the server groups the receipts
 * of a group's members, those that its `participants` name (whatsmeow receipt.go, `handleGroupedReceipt`).
 */
function messagesIn(stanza: BinaryNode): string[] {
  const grouped = getBinaryNodeChildren(stanza, 'participants')
  if (grouped.length > 0 && !stanza.attrs.participant) {
    const named = grouped.filter((node) => getBinaryNodeChildren(node, 'user').length > 0)
    return [...new Set(named.flatMap(({ attrs }) => attrs.key ?? []))]
  }
  const lists = getBinaryNodeChildren(stanza, 'list')
  const listed = lists.flatMap((list) => getBinaryNodeChildren(list, 'item'))
  return [...new Set([stanza, ...listed].flatMap(({ attrs }) => attrs.id || []))]
}

const RECEIPTS = 'CB:receipt'

/**
 * Gives receipts to the library only once they are safe: it acknowledges them to WhatsApp at once, and what was
 * acknowledged never comes again. A receipt that could not be made safe comes again at the next login.
 * @param safe resolves when a receipt is recorded; throws where it could not be
 */
export function acknowledgeWhenSafe(socket: WASocket, safe: (receipt: Receipt) => Promise<void>): void {
  const acknowledging = socket.ws.listeners(RECEIPTS)
  socket.ws.removeAllListeners(RECEIPTS)
  socket.ws.on(RECEIPTS, (stanza: BinaryNode) => {
    const acknowledge = () => {
      for (const listener of acknowledging) listener(stanza)
    }
    const receipt = receiptOf(stanza)
    if (!receipt) return acknowledge()
    // What failed has been logged where it failed.
    void safe(receipt).then(acknowledge, () => undefined)
  })
}
