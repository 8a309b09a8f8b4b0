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
export function receiptOf({ attrs, content }: BinaryNode): Receipt | undefined {
  const { id, type, recipient } = attrs
  const level = type === undefined ? 'delivered' : LEVELS[type]
  if (!id || !level) return undefined
  // A receipt with a recipient is from a device of this account. Only `sender` is about a message that it wrote.
  if (recipient && type !== 'sender') return undefined
  const [list] = Array.isArray(content) ? content : []
  const more = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
  return { messageIds: [id, ...more], level }
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
