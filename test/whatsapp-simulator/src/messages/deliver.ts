import { type BinaryNode, jidDecode, proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Parcel } from '../companions/outbox.ts'
import type { Submission } from './accept.ts'
import { keepOnPhone } from './changes.ts'
import { describe } from './description.ts'
import { fromDevice } from './envelopes.ts'
import { answerRequest } from './peer-requests.ts'
import { deliveryReceipts, retryReceipt, senderReceipt } from './receipts.ts'
import type { MessageWorld } from './world.ts'

/**
 * Delivers a message to all of its devices. Phones decrypt and store it; linked devices get the ciphertext
 * unchanged. All of it is one commit. Returns the stanzas that may then be sent.
 */
export function deliver(simulation: MessageWorld, submission: Submission): Promise<Parcel[]> {
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
    // The own copy first: its ticks depend on the others.
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

/** A phone's result: the message, or undefined if it could not decrypt it. */
type Opening = { account: Account; message: proto.Message | undefined }
type Relay = { account: Account; device: number; enc: BinaryNode }

const isOwn = ({ sender }: Submission, { account }: Opening): boolean => account.number === sender.number

async function open(
  simulation: MessageWorld,
  { sender }: Submission,
  account: Account,
  enc: BinaryNode,
): Promise<Opening> {
  const phone = simulation.phones.of(account)
  try {
    return { account, message: await phone.decrypt(enc, deviceLidJid(sender)) }
  } catch {
    // One side lost keys or has outdated ones. The phone asks for the message again.
    phone.keys.discard()
    return { account, message: undefined }
  }
}

/** Commits one phone's result and returns its receipts. */
function keep(
  simulation: MessageWorld,
  submission: Submission,
  opening: Opening,
  isResent: boolean,
): Parcel[] {
  const { account, message } = opening
  if (!message) return retryReceipt(simulation, submission, { phone: account })
  simulation.phones.of(account).keys.store()
  // A device resends a requested message to everyone. Phones that have it keep one copy.
  if (isResent && simulation.messages.has(account.number, submission.id)) return []
  return isOwn(submission, opening)
    ? keepOwnCopy(simulation, submission, message)
    : keepReceived(simulation, submission, opening)
}

function keepReceived(
  simulation: MessageWorld,
  submission: Submission,
  { account, message }: Opening,
): Parcel[] {
  const description = message && describe(message)
  const { sender, id, to, at } = submission
  if (message && description) {
    keepOnPhone(simulation, {
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

function keepOwnCopy(simulation: MessageWorld, submission: Submission, message: proto.Message): Parcel[] {
  const { sender, id, to, at, peer } = submission
  const copied = message.deviceSentMessage
  if (peer) void answerRequest(simulation, sender, { id, message: copied?.message ?? message })
  if (peer || !copied?.destinationJid || !copied.message) return []
  const description = describe(copied.message)
  if (description) {
    keepOnPhone(simulation, {
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

function numberBehind(simulation: MessageWorld, jid: string): string | undefined {
  return simulation.accounts.reachJid(jid)?.number ?? jidDecode(jid)?.user
}

function relayToDevice(
  simulation: MessageWorld,
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
