import type { BinaryNode } from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import type { Simulation } from '../simulation.ts'
import { fromPeer } from './envelopes.ts'
import { historyPart, PARTS, type Part } from './history-parts.ts'

/**
 * After the first login of a device, its phone gives it the key of its address book and tells it which LID belongs
 * to which number, for the people it knows, which chats it has, and what people call themselves. Baileys holds
 * back its events until then (20 seconds at most).
 */
export async function sendHistory(simulation: Simulation, companion: Companion): Promise<void> {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) return
  const parcels = await simulation.phones.inOrder(async () => {
    const nodes: BinaryNode[] = []
    for (const part of PARTS) {
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

/** Encrypts the part of the history that an id names; call it in the lane of Signal work and store the phone's keys. */
export async function sealHistory(
  simulation: Simulation,
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
