import { proto } from '@whiskeysockets/baileys'
import { deviceLidJid, lidJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { takeSessionKeys } from '../companions/session-keys.ts'
import { fromPeer } from './envelopes.ts'
import type { Message } from './messages.ts'
import type { MessageWorld } from './world.ts'

const { Type } = proto.Message.ProtocolMessage
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

/** A linked device asks its phone for messages that came without content, and the phone sends them. */
export async function answerRequest(
  simulation: MessageWorld,
  companion: Companion,
  { id, message }: { id: string; message: proto.IMessage },
): Promise<void> {
  const owner = simulation.accounts.find(companion.number)
  const asked =
    message.protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? []
  const found = asked.flatMap(
    ({ messageKey }) => simulation.messages.withId(companion.number, messageKey?.id ?? '').at(0) ?? [],
  )
  const resends = simulation.faults.withoutContent(companion.number)?.resends ?? true
  if (!owner || !resends || found.length === 0) return
  const answer: proto.IMessage = {
    protocolMessage: {
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
        stanzaId: id,
        peerDataOperationResult: found.map((each) => ({
          placeholderMessageResendResponse: { webMessageInfoBytes: kept(simulation, each) },
        })),
      },
    },
  }
  const phone = simulation.phones.of(owner)
  const parcels = await simulation.phones.inOrder(async () => {
    const keys = () => takeSessionKeys(simulation, companion)
    const enc = await phone.encrypt(deviceLidJid(companion), answer, keys)
    const label = { id: simulation.newStanzaId(), type: 'text', at: simulation.now() }
    return simulation.database.transaction(() => {
      phone.keys.store()
      return [simulation.outbox.add(companion, fromPeer(owner, label, [enc]))]
    })
  })
  simulation.outbox.release(parcels)
}

/** A message as stored on the phone. */
function kept(simulation: MessageWorld, { id, chat, fromMe, at, content }: Message): Uint8Array {
  const person = simulation.accounts.find(chat)
  const key = { id, fromMe, remoteJid: person ? lidJid(person) : chat }
  const message = proto.Message.decode(content)
  return proto.WebMessageInfo.encode({ key, message, messageTimestamp: Math.floor(at / 1000) }).finish()
}
