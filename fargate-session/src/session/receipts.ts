import { type BinaryNode, getBinaryNodeChildren, type WASocket } from '@whiskeysockets/baileys'

/** A receipt about messages of this account. */
export interface Receipt {
  messageIds: string[]
  /** `server`: the account's own phone has its copy, so WhatsApp's server has the message. */
  level: 'server' | 'delivered' | 'read' | 'played'
}

/** Receipt types, as Baileys 7.0.0-rc14 reads them. A receipt without a type means `delivered`. */
const LEVELS: { readonly [type: string]: Receipt['level'] } = {
  sender: 'server',
  read: 'read',
  played: 'played',
}

/**
 * Reads a receipt stanza. In a group, every member sends a receipt; the first one counts as delivery.
 * @returns undefined for a receipt about other people's messages, and for one that requests something
 */
export function receiptOf(stanza: BinaryNode): Receipt | undefined {
  const { type, recipient } = stanza.attrs
  const level = type === undefined ? 'delivered' : LEVELS[type]
  if (!level) return undefined
  // A receipt with a recipient comes from the account's own device. Only type `sender` is about the account's own
  // message.
  if (recipient && type !== 'sender') return undefined
  const messageIds = messagesIn(stanza)
  return messageIds.length > 0 ? { messageIds, level } : undefined
}

/**
 * Message ids of a receipt: its own id and those in lists. For a group the server may combine the members'
 * receipts: then the ids in `participants` (whatsmeow receipt.go, `handleGroupedReceipt`).
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
 * Gives receipts to the library only after they are recorded. The library acknowledges them at once, and WhatsApp
 * never repeats an acknowledged receipt. A receipt that was not recorded comes again at the next login.
 * @param safe resolves when a receipt is recorded; throws when it could not be
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
    // The failure was logged at its source.
    void safe(receipt).then(acknowledge, () => undefined)
  })
}
