import { type BinaryNode, jidDecode, proto } from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import { type Group, type Member, memberOf } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import type { Simulation } from '../simulation.ts'
import type { Submission } from './accept.ts'
import { describe } from './description.ts'
import { inGroup } from './envelopes.ts'
import type { Parcel } from './outbox.ts'
import { deliveryReceipts, retryReceipt } from './receipts.ts'

/**
 * Brings a linked device's message to all members of a group: phones learn the sender's key if it comes along,
 * decrypt and keep the message; other linked devices get their ciphertexts untouched. Commits all of it at once.
 */
export function deliverToGroup(
  simulation: Simulation,
  submission: Submission,
  group: Group,
): Promise<Parcel[]> {
  return simulation.phones.inOrder(async () => {
    const encs = encryptedFor(simulation, submission)
    const openings: Opening[] = []
    for (const member of group.members) {
      const own = encs.get(deviceKey(member.number, 0))
      if (submission.forAll || own) openings.push(await open(simulation, submission, { member, group, own }))
    }
    // The own copy first: its ticks follow from the others.
    openings.sort((one, other) => Number(isOwn(submission, other)) - Number(isOwn(submission, one)))
    return simulation.database.transaction(() => {
      const isResent = simulation.requestedRetries.takeAnswer(submission.sender, submission.id)
      return [
        ...openings.flatMap((opening) => keep(simulation, submission, group, { opening, isResent })),
        ...relay(simulation, submission, group, encs),
      ]
    })
  })
}

type Opening = { member: Member; message: proto.Message | undefined }

const deviceKey = (number: string, device: number): string => `${number}:${device}`

const isOwn = ({ sender }: Submission, { member }: Opening): boolean => member.number === sender.number

/** What is meant for one device each, by number and device. */
function encryptedFor(simulation: Simulation, { parts }: Submission): Map<string, BinaryNode> {
  const encs = new Map<string, BinaryNode>()
  for (const { jid, enc } of parts) {
    const account = simulation.accounts.reachJid(jid)
    if (account) encs.set(deviceKey(account.number, jidDecode(jid)?.device ?? 0), enc)
  }
  return encs
}

async function open(
  simulation: Simulation,
  { sender, forAll }: Submission,
  { member, group, own }: { member: Member; group: Group; own: BinaryNode | undefined },
): Promise<Opening> {
  const phone = simulation.phones.of(member)
  const author = deviceLidJid(sender)
  try {
    const received = own && (await phone.decrypt(own, author))
    if (received) await phone.learnSenderKey(received, author)
    return { member, message: forAll ? await phone.decryptInGroup(group.id, forAll, author) : received }
  } catch {
    // Lost or outdated keys, on either side; the phone asks for the message again.
    phone.keys.discard()
    return { member, message: undefined }
  }
}

function keep(
  simulation: Simulation,
  submission: Submission,
  group: Group,
  { opening, isResent }: { opening: Opening; isResent: boolean },
): Parcel[] {
  const { member, message } = opening
  const { sender, id, at } = submission
  const participant = memberJid(group, member)
  if (!message) return retryReceipt(simulation, submission, { phone: member, participant })
  simulation.phones.of(member).keys.store()
  if (isResent && simulation.messages.has(member.number, id)) return []
  const description = describe(message)
  const fromMe = isOwn(submission, opening)
  if (description) {
    simulation.messages.add({
      description,
      phone: member.number,
      id,
      chat: group.id,
      from: sender.number,
      fromMe,
      at,
      status: fromMe ? 'sent' : 'delivered',
      addressedAs: group.id,
      addressing: 'lid',
      content: proto.Message.encode(message).finish(),
    })
  }
  // What Baileys makes of a receipt from the own phone in a group is a reading; so there is none.
  if (fromMe) return []
  simulation.messages.advance(sender.number, id, 'delivered')
  return deliveryReceipts(simulation, { author: sender, id, addressedAs: group.id, participant })
}

function relay(
  simulation: Simulation,
  submission: Submission,
  group: Group,
  encs: Map<string, BinaryNode>,
): Parcel[] {
  const { sender, forAll, deviceIdentity, id, type, at } = submission
  const author = memberOf(group, sender)
  if (!author) return []
  return group.members
    .flatMap((member) => simulation.companions.of(member))
    .flatMap((companion) => {
      const own = encs.get(deviceKey(companion.number, companion.device))
      const isSender = companion.number === sender.number && companion.device === sender.device
      if (isSender || !(own ?? forAll)) return []
      const content = [own, forAll, ...deviceIdentity].filter((node) => node !== undefined)
      const envelope = inGroup(group, { author, device: sender.device }, { id, type, at }, content)
      return [simulation.outbox.add(companion, envelope)]
    })
}
