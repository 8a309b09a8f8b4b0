import type { BinaryNode } from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import { fromPeer } from './envelopes.ts'
import { historyPart, isFilled, PARTS, type Part } from './history-parts.ts'
import type { MessageWorld } from './world.ts'

/**
 * After a device's first login, its phone sends it the key of the address book, the LIDs of known people's numbers,
 * the chats with their latest message, people's profile names, and the messages before. Baileys holds back its events until then (20 seconds at most).
 */
export async function sendHistory(simulation: MessageWorld, companion: Companion): Promise<void> {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) return
  const parcels = await simulation.phones.inOrder(async () => {
    const nodes: BinaryNode[] = []
    for (const part of PARTS.filter((part) => isFilled(simulation, owner, part))) {
      nodes.push(await sealHistory(simulation, companion, `${part}${simulation.newStanzaId()}`))
    }
    return simulation.database.transaction(() => {
      simulation.phones.of(owner).keys.store()
      simulation.companions.markHistorySent(companion)
      return nodes.map((node) => simulation.outbox.add(companion, node))
    })
  })
  simulation.outbox.release(parcels)
}

/**
 * Encrypts the part of the history that an id names. Call it in the lane of Signal work, and store the phone's
 * keys.
 */
export async function sealHistory(
  simulation: MessageWorld,
  companion: Companion,
  id: string,
): Promise<BinaryNode> {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) throw new Error(`device of unknown account ${companion.number}`)
  const message = await historyPart(simulation, owner, partOf(id))
  const keys = () => takeSessionKeys(simulation, companion)
  const enc = await simulation.phones.of(owner).encrypt(deviceLidJid(companion), message, keys)
  return fromPeer(owner, { id, type: 'text', at: simulation.now() }, [enc])
}

const partOf = (id: string): Part => PARTS.find((part) => id.startsWith(part)) ?? 'CHATS-'
