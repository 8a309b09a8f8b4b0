import { type BinaryNode, jidDecode, proto } from '@whiskeysockets/baileys'
import { deviceLidJid } from '../accounts/jids.ts'
import type { Parcel } from '../companions/outbox.ts'
import { type Group, type Member, memberOf } from '../groups/groups.ts'
import { memberJid } from '../groups/identities.ts'
import type { Submission } from './accept.ts'
import { keepOnPhone } from './changes.ts'
import { describe } from './description.ts'
import { inGroup } from './envelopes.ts'
import { deliveryReceipts, retryReceipt } from './receipts.ts'
import type { MessageWorld } from './world.ts'

/**
 * Delivers a linked device's message to all members of a group. Phones learn the sender key if it is included, and
 * decrypt and store the message. Other linked devices get their ciphertexts unchanged. All of it is one commit.
 */
export function deliverToGroup(
  simulation: MessageWorld,
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
    // The own copy first: its ticks depend on the others.
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

/** Ciphertexts for single devices, by number and device. */
function encryptedFor(simulation: MessageWorld, { parts }: Submission): Map<string, BinaryNode> {
  const encs = new Map<string, BinaryNode>()
  for (const { jid, enc } of parts) {
    const account = simulation.accounts.reachJid(jid)
    if (account) encs.set(deviceKey(account.number, jidDecode(jid)?.device ?? 0), enc)
  }
  return encs
}

async function open(
  simulation: MessageWorld,
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
    // One side lost keys or has outdated ones. The phone asks for the message again.
    phone.keys.discard()
    return { member, message: undefined }
  }
}

function keep(
  simulation: MessageWorld,
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
    keepOnPhone(simulation, {
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
  // None from the own phone: in a group, Baileys would take it for a read receipt.
  if (fromMe) return []
  simulation.messages.advance(sender.number, id, 'delivered')
  return deliveryReceipts(simulation, { author: sender, id, addressedAs: group.id, participant })
}

function relay(
  simulation: MessageWorld,
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
