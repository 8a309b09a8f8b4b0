import { randomBytes } from 'node:crypto'
import { type BinaryNode, getBinaryNodeChildren, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import type { Simulation } from '../simulation.ts'
import { stanza } from '../wire/stanza.ts'
import { type Description, describe, mediaType, stanzaType } from './description.ts'
import { fromOwnPhone, fromPerson, type Label } from './envelopes.ts'
import type { Addressing } from './messages.ts'
import { giveToken } from './privacy-tokens.ts'

/**
 * A person writes on their phone. The message is on both phones at once; the linked devices of the addressee get
 * it, and those of the author a copy. Answers the message's id.
 */
export async function write(
  simulation: Simulation,
  letter: { author: Account; to: Account; message: proto.IMessage; addressing: Addressing },
): Promise<string> {
  const { author, to, addressing } = letter
  const description = descriptionOf(letter.message)
  const written = { ...letter, description, label: newLabel(simulation, description) }
  if (addressing === 'hidden') simulation.accounts.hideNumber(author)
  const parcels = await simulation.phones.inOrder(async () => {
    const letters = await sealLetters(simulation, written)
    return simulation.database.transaction(() => {
      simulation.phones.of(author).keys.store()
      keepOnBothPhones(simulation, written)
      const sent = letters.map(({ companion, node }) => simulation.outbox.add(companion, node))
      return [...sent, ...giveToken(simulation, author, to, addressing)]
    })
  })
  simulation.outbox.release(parcels)
  return written.label.id
}

/** Encrypts a stored message of a person once more for one device: it could not decrypt the first. */
export async function sealLetter(
  simulation: Simulation,
  letter: Omit<Written, 'label'> & { label: Label; companion: Companion },
): Promise<BinaryNode> {
  const { author, to, message, description, label, companion, addressing } = letter
  const isCopy = companion.number === author.number
  const content = isCopy ? { deviceSentMessage: { destinationJid: lidJid(to), message } } : message
  const keys = () => takeSessionKeys(simulation, companion)
  const phone = simulation.phones.of(author)
  const enc = marked(await phone.encrypt(deviceLidJid(companion), content, keys), description)
  if (isCopy) return fromOwnPhone(author, to, label, [enc])
  const withheld = simulation.faults.withoutContent(companion.number)
  return fromPerson(author, label, { content: [withheld ? unavailable(withheld) : enc], addressing })
}

/** What stands in a message in place of its content. */
const unavailable = ({ type }: { type: 'absent' | 'view_once' }): BinaryNode =>
  stanza('unavailable', type === 'view_once' ? { type } : {})

/** A message as a device gets it that has lost the keys to it. */
export function garbled(node: BinaryNode): BinaryNode {
  const content = getBinaryNodeChildren(node, 'enc').map((enc) => {
    const bytes = Buffer.from(enc.content instanceof Uint8Array ? enc.content : [])
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff
    return { ...enc, content: bytes }
  })
  return { ...node, content }
}

/** What a person sees of a message that somebody is about to write. */
export function descriptionOf(message: proto.IMessage): Description {
  const description = describe(message)
  if (!description) throw new Error('a message that nobody would see')
  return description
}

export const newLabel = (simulation: Simulation, description: Description): Label =>
  labelOf(description, { id: newMessageId(), at: simulation.now() })

/** The outside of a message; edits and deletes say so there. */
export function labelOf(description: Description, { id, at }: { id: string; at: number }): Label {
  const edit = { edit: '1', delete: '7' }[description.type]
  return { id, at, type: stanzaType(description), ...(edit ? { edit } : {}) }
}

/** Says on a ciphertext which kind of media is in it. */
export function marked(enc: BinaryNode, description: Description): BinaryNode {
  const mediatype = mediaType(description)
  return mediatype ? { ...enc, attrs: { ...enc.attrs, mediatype } } : enc
}

type Written = {
  author: Account
  to: Account
  message: proto.IMessage
  description: Description
  label: Label
  addressing: Addressing
}

async function sealLetters(
  simulation: Simulation,
  written: Written,
): Promise<{ companion: Companion; node: BinaryNode }[]> {
  const { author, to } = written
  const own = author.number === to.number ? [] : simulation.companions.of(author)
  const letters = []
  for (const companion of [...simulation.companions.of(to), ...own]) {
    const node = await sealLetter(simulation, { ...written, companion })
    const isGarbled = simulation.faults.garbledCopies(companion.number) > 0
    letters.push({ companion, node: isGarbled ? garbled(node) : node })
  }
  return letters
}

function keepOnBothPhones(simulation: Simulation, written: Written): void {
  const { author, to, message, description, label, addressing } = written
  const shared = {
    description,
    id: label.id,
    from: author.number,
    at: label.at,
    status: 'delivered',
    addressedAs: lidJid(to),
    addressing,
    content: proto.Message.encode(message).finish(),
  } as const
  const { messages } = simulation
  messages.add({ ...shared, phone: author.number, chat: to.number, fromMe: true })
  if (to.number === author.number) return
  messages.add({ ...shared, phone: to.number, chat: author.number, fromMe: false })
}

/** As an iPhone makes them. */
const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`
