import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import type { Simulation } from '../simulation.ts'
import { fromPeer } from './envelopes.ts'

/**
 * After the first login of a device, its phone tells it which LID belongs to which number, for the people it
 * knows. Baileys holds back its events until then (20 seconds at most).
 */
export async function sendHistory(simulation: Simulation, companion: Companion): Promise<void> {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) return
  const parcel = await simulation.phones.inOrder(async () => {
    const node = await sealHistory(simulation, companion, simulation.newStanzaId())
    return simulation.database.transaction(() => {
      simulation.phones.of(owner).keys.store()
      simulation.companions.markHistorySent(companion)
      return simulation.outbox.add(companion, node)
    })
  })
  simulation.outbox.release([parcel])
}

/** Encrypts the history for a device; call it in the lane of Signal work and store the phone's keys. */
export async function sealHistory(
  simulation: Simulation,
  companion: Companion,
  id: string,
): Promise<BinaryNode> {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) throw new Error(`device of unknown account ${companion.number}`)
  const people = acquaintances(simulation, owner)
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
    progress: 100,
    conversations: [],
    phoneNumberToLidMappings: people.map((person) => ({ pnJid: phoneJid(person), lidJid: lidJid(person) })),
  }).finish()
  const message: proto.IMessage = {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
        chunkOrder: 1,
        progress: 100,
        initialHistBootstrapInlinePayload: await compress(history),
      },
    },
  }
  const keys = () => takeSessionKeys(simulation, companion)
  const enc = await simulation.phones.of(owner).encrypt(deviceLidJid(companion), message, keys)
  return fromPeer(owner, { id, type: 'text', at: simulation.now() }, [enc])
}

const compress = promisify(deflate)

/** The owner, who was declared and does not hide the number, and who has a chat on the phone. */
function acquaintances(simulation: Simulation, owner: Account): Account[] {
  const chats = simulation.messages.chatsOf(owner.number)
  return simulation.accounts
    .list()
    .filter(
      ({ number, declared, onWhatsApp, hidesNumber }) =>
        onWhatsApp && !hidesNumber && (declared || number === owner.number || chats.has(number)),
    )
}
