import { randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import type { Simulation } from '../simulation.ts'
import { describe, stanzaType } from './description.ts'
import { fromOwnPhone, fromPerson, type Label } from './envelopes.ts'

/**
 * A person writes on their phone. The message is on both phones at once; the linked devices of the addressee get
 * it, and those of the author a copy. Answers the message's id.
 */
export async function write(
  simulation: Simulation,
  { author, to, message }: { author: Account; to: Account; message: proto.IMessage },
): Promise<string> {
  const label: Label = { id: newMessageId(), type: stanzaType(message), at: simulation.now() }
  const parcels = await simulation.phones.inOrder(async () => {
    const letters = await sealLetters(simulation, { author, to, message, label })
    return simulation.database.transaction(() => {
      simulation.phones.of(author).keys.store()
      keepOnBothPhones(simulation, { author, to, message, label })
      return letters.map(({ companion, node }) => simulation.outbox.add(companion, node))
    })
  })
  simulation.outbox.release(parcels)
  return label.id
}

/** Encrypts a stored message of a person once more for one device: it could not decrypt the first. */
export async function sealLetter(
  simulation: Simulation,
  letter: { author: Account; to: Account; message: proto.IMessage; label: Label; companion: Companion },
): Promise<BinaryNode> {
  const { author, to, message, label, companion } = letter
  const isCopy = companion.number === author.number
  const content = isCopy ? { deviceSentMessage: { destinationJid: lidJid(to), message } } : message
  const keys = () => takeSessionKeys(simulation, companion)
  const enc = await simulation.phones.of(author).encrypt(deviceLidJid(companion), content, keys)
  return isCopy ? fromOwnPhone(author, to, label, [enc]) : fromPerson(author, label, [enc])
}

type Written = { author: Account; to: Account; message: proto.IMessage; label: Label }

async function sealLetters(
  simulation: Simulation,
  written: Written,
): Promise<{ companion: Companion; node: BinaryNode }[]> {
  const { author, to } = written
  const own = author.number === to.number ? [] : simulation.companions.of(author)
  const letters = []
  for (const companion of [...simulation.companions.of(to), ...own]) {
    letters.push({ companion, node: await sealLetter(simulation, { ...written, companion }) })
  }
  return letters
}

function keepOnBothPhones(simulation: Simulation, { author, to, message, label }: Written): void {
  const description = describe(message)
  if (!description) return
  const shared = {
    ...description,
    id: label.id,
    from: author.number,
    at: label.at,
    status: 'delivered',
  } as const
  const content = proto.Message.encode(message).finish()
  const addressedAs = lidJid(to)
  const { messages } = simulation
  messages.add({ ...shared, phone: author.number, chat: to.number, fromMe: true, addressedAs, content })
  if (to.number === author.number) return
  messages.add({ ...shared, phone: to.number, chat: author.number, fromMe: false, addressedAs })
}

/** As an iPhone makes them. */
const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`
