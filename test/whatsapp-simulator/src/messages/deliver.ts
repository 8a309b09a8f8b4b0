import { type BinaryNode, jidDecode, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Simulation } from '../simulation.ts'
import type { Submission } from './accept.ts'
import { describe } from './description.ts'
import { fromDevice } from './envelopes.ts'
import type { Parcel } from './outbox.ts'
import { answerRequest } from './peer-requests.ts'
import { deliveryReceipts, retryReceipt, senderReceipt } from './receipts.ts'

/**
 * Brings a message to every device it is for: phones decrypt and keep it, linked devices get the ciphertext
 * untouched. Commits all of it at once and answers what may then be sent.
 */
export function deliver(simulation: Simulation, submission: Submission): Promise<Parcel[]> {
  return simulation.phones.inOrder(async () => {
    const openings: Opening[] = []
    const relays: Relay[] = []
    for (const { jid, enc } of submission.parts) {
      const account = simulation.accounts.reachJid(jid)
      const device = jidDecode(jid)?.device ?? 0
      if (!account) continue
      if (device > 0) relays.push({ account, device, enc })
      else openings.push(await open(simulation, submission, account, enc))
    }
    // The own copy first: its ticks follow from the others.
    openings.sort((one, other) => Number(isOwn(submission, other)) - Number(isOwn(submission, one)))
    return simulation.database.transaction(() => {
      const isResent = simulation.requestedRetries.takeAnswer(submission.sender, submission.id)
      return [
        ...openings.flatMap((opening) => keep(simulation, submission, opening, isResent)),
        ...relays.flatMap((relay) => relayToDevice(simulation, submission, relay)),
      ]
    })
  })
}

/** What a phone made of its ciphertext: the message, or nothing if it could not decrypt it. */
type Opening = { account: Account; message: proto.Message | undefined }
type Relay = { account: Account; device: number; enc: BinaryNode }

const isOwn = ({ sender }: Submission, { account }: Opening): boolean => account.number === sender.number

async function open(
  simulation: Simulation,
  { sender }: Submission,
  account: Account,
  enc: BinaryNode,
): Promise<Opening> {
  const phone = simulation.phones.of(account)
  try {
    return { account, message: await phone.decrypt(enc, deviceLidJid(sender)) }
  } catch {
    // Lost or outdated keys, on either side; the phone asks for the message again.
    phone.keys.discard()
    return { account, message: undefined }
  }
}

/** Commits one phone's result and answers the receipts that follow from it. */
function keep(simulation: Simulation, submission: Submission, opening: Opening, isResent: boolean): Parcel[] {
  const { account, message } = opening
  if (!message) return retryReceipt(simulation, submission, { phone: account })
  simulation.phones.of(account).keys.store()
  // A device that was asked for a message sends it to everybody again; who has it already has it once.
  if (isResent && simulation.messages.has(account.number, submission.id)) return []
  return isOwn(submission, opening)
    ? keepOwnCopy(simulation, submission, message)
    : keepReceived(simulation, submission, opening)
}

function keepReceived(
  simulation: Simulation,
  submission: Submission,
  { account, message }: Opening,
): Parcel[] {
  const description = message && describe(message)
  const { sender, id, to, at } = submission
  if (message && description) {
    simulation.messages.add({
      description,
      phone: account.number,
      id,
      chat: sender.number,
      from: sender.number,
      fromMe: false,
      at,
      status: 'delivered',
      addressedAs: to,
      addressing: 'lid',
      content: proto.Message.encode(message).finish(),
    })
    simulation.messages.advance(sender.number, id, 'delivered')
  }
  return deliveryReceipts(simulation, { author: sender, id, addressedAs: to })
}

function keepOwnCopy(simulation: Simulation, submission: Submission, message: proto.Message): Parcel[] {
  const { sender, id, to, at, peer } = submission
  const copied = message.deviceSentMessage
  if (peer) void answerRequest(simulation, sender, { id, message: copied?.message ?? message })
  if (peer || !copied?.destinationJid || !copied.message) return []
  const description = describe(copied.message)
  if (description) {
    simulation.messages.add({
      description,
      phone: sender.number,
      id,
      chat: numberBehind(simulation, copied.destinationJid) ?? submission.chat,
      from: sender.number,
      fromMe: true,
      at,
      status: 'sent',
      addressedAs: to,
      addressing: 'lid',
      content: proto.Message.encode(copied.message).finish(),
    })
  }
  return senderReceipt(simulation, sender, { id, to: copied.destinationJid })
}

function numberBehind(simulation: Simulation, jid: string): string | undefined {
  return simulation.accounts.reachJid(jid)?.number ?? jidDecode(jid)?.user
}

function relayToDevice(
  simulation: Simulation,
  submission: Submission,
  { account, device, enc }: Relay,
): Parcel[] {
  const { sender, to, id, type, at, deviceIdentity } = submission
  const companion = simulation.companions.find(account.number, device)
  if (!companion) return []
  const isOwnDevice = account.number === sender.number
  const name = simulation.accounts.find(sender.number)?.name ?? ''
  const envelope = fromDevice({ sender, name, recipient: isOwnDevice ? to : undefined }, { id, type, at }, [
    enc,
    ...deviceIdentity,
  ])
  return [simulation.outbox.add(companion, envelope)]
}
