import { randomBytes } from 'node:crypto'
import { type BinaryNode, getBinaryNodeChildren, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import { stanza } from '../wire/stanza.ts'
import { keepOnPhone } from './changes.ts'
import { type Description, describe, mediaType, stanzaType } from './description.ts'
import { fromOwnPhone, fromPerson, type Label } from './envelopes.ts'
import type { Addressing } from './messages.ts'
import { giveToken } from './privacy-tokens.ts'
import { sealedEdit, withSecret } from './sealed-edits.ts'
import type { MessageWorld } from './world.ts'

/**
 * A person writes on their phone. Both phones have the message at once. The recipient's linked devices get it, and
 * the author's get a copy. Returns the message's id.
 */
export async function write(
  simulation: MessageWorld,
  letter: { author: Account; to: Account; message: proto.IMessage; addressing: Addressing },
): Promise<string> {
  const { author, to, addressing } = letter
  const description = descriptionOf(letter.message)
  const message = withSecret(simulation, letter.message)
  const written = { ...letter, message, description, label: newLabel(simulation, message) }
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

/** Encrypts a person's stored message again for one device that could not decrypt it. */
export async function sealLetter(
  simulation: MessageWorld,
  letter: Omit<Written, 'label'> & { label: Label; companion: Companion },
): Promise<BinaryNode> {
  const { author, to, message, description, label, companion, addressing } = letter
  const isCopy = companion.number === author.number
  const sealed = sealedEdit(simulation, author, message)
  const content = isCopy ? { deviceSentMessage: { destinationJid: lidJid(to), message: sealed } } : sealed
  const keys = () => takeSessionKeys(simulation, companion)
  const phone = simulation.phones.of(author)
  const enc = marked(await phone.encrypt(deviceLidJid(companion), content, keys), description)
  const isBroadcast = addressing === 'list' || addressing === 'status'
  if (isCopy && !isBroadcast) return fromOwnPhone(author, to, label, [enc])
  const withheld = simulation.faults.withoutContent(companion.number)
  return fromPerson(author, label, { content: [withheld ? unavailable(withheld) : enc], addressing })
}

/** Replaces a message's missing content. */
const unavailable = ({ type }: { type: 'absent' | 'view_once' }): BinaryNode =>
  stanza('unavailable', type === 'view_once' ? { type } : {})

/** A message as received by a device that lost its keys. */
export function garbled(node: BinaryNode): BinaryNode {
  const content = getBinaryNodeChildren(node, 'enc').map((enc) => {
    const bytes = Buffer.from(enc.content instanceof Uint8Array ? enc.content : [])
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff
    return { ...enc, content: bytes }
  })
  return { ...node, content }
}

/** The visible part of a message about to be written. */
export function descriptionOf(message: proto.IMessage): Description {
  const description = describe(message)
  if (!description) throw new Error('the message has no visible part')
  return description
}

export const newLabel = (simulation: MessageWorld, message: proto.IMessage): Label =>
  labelOf(message, { id: newMessageId(), at: simulation.now() })

/** Outer attributes of a message. They name edits and deletes. */
export function labelOf(message: proto.IMessage, { id, at }: { id: string; at: number }): Label {
  const description = descriptionOf(message)
  const isOwn = message.protocolMessage?.key?.fromMe !== false
  const edit = { edit: '1', delete: isOwn ? '7' : '8' }[description.type]
  return { id, at, type: stanzaType(description), ...(edit ? { edit } : {}) }
}

/** Marks a ciphertext with its kind of media. */
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
  simulation: MessageWorld,
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

function keepOnBothPhones(simulation: MessageWorld, written: Written): void {
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
  keepOnPhone(simulation, { ...shared, phone: author.number, chat: to.number, fromMe: true })
  if (to.number === author.number) return
  keepOnPhone(simulation, { ...shared, phone: to.number, chat: author.number, fromMe: false })
}

/** In an iPhone's format. */
const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`
