import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  jidDecode,
} from '@whiskeysockets/baileys'
import type { Companion } from '../companions/companions.ts'
import type { Connection } from '../companions/connection.ts'
import type { Parcel } from '../companions/outbox.ts'
import { type Group, isAdmin, isGroupId, memberOf } from '../groups/groups.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import { deliver } from './deliver.ts'
import { deliverToGroup } from './deliver-to-group.ts'
import { countNewChat, refusedAddress, refusedReachOut } from './new-chats.ts'
import { refusedWithoutToken } from './privacy-tokens.ts'
import type { MessageWorld } from './world.ts'

/** A linked device's message from the wire: one ciphertext per receiving device. */
export type Submission = {
  sender: Companion
  id: string
  /** The JID that the client wrote to. */
  to: string
  /** The number behind `to`, in any spelling, or the group's id. */
  chat: string
  group: Group | undefined
  type: string
  /** Between the account's own devices only. No person reads it. */
  peer: boolean
  parts: { jid: string; enc: BinaryNode }[]
  /** In a group, the ciphertext for all holders of the sender key. */
  forAll: BinaryNode | undefined
  deviceIdentity: BinaryNode[]
  /** The token that the reader gave the sender, and the sender's proof in place of one. */
  tctoken: Uint8Array | undefined
  cstoken: Uint8Array | undefined
  /** Arrival of the bytes, in milliseconds since 1970. */
  at: number
}

/**
 * Accepts a message from a linked device. It counts as received once it is committed on the phones. The
 * acknowledgement follows the commit, and the receipts follow the acknowledgement.
 */
export async function acceptMessage(
  simulation: MessageWorld,
  connection: Connection,
  { sender, node, at }: { sender: Companion; node: BinaryNode; at: number },
): Promise<void> {
  const submission = readSubmission(simulation, sender, node, at)
  const refusal =
    simulation.faults.nackFor(submission.chat) ??
    notInGroup(submission) ??
    malformed(submission) ??
    refusedReachOut(simulation, submission) ??
    refusedAddress(simulation, submission) ??
    refusedWithoutToken(simulation, submission)
  if (refusal === undefined) countNewChat(simulation, submission)
  const parcels = refusal ? [] : await bringToPhones(simulation, submission)
  acknowledge(simulation, connection, { submission, refusal, parcels })
}

function readSubmission(
  simulation: MessageWorld,
  sender: Companion,
  node: BinaryNode,
  at: number,
): Submission {
  const { id = '', to = '', type = 'text', category, participant } = node.attrs
  const listed = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')
  const parts = listed.flatMap((listing) => {
    const enc = getBinaryNodeChild(listing, 'enc')
    return enc && listing.attrs.jid ? [{ jid: listing.attrs.jid, enc }] : []
  })
  const direct = getBinaryNodeChild(node, 'enc')
  const forAll = direct?.attrs.type === 'skmsg' ? direct : undefined
  // A resend to one device of a group names that device as the participant.
  if (direct && !forAll) parts.push({ jid: participant ?? to, enc: direct })
  return {
    sender,
    id,
    to,
    chat: isGroupId(to) ? to : (simulation.accounts.reachJid(to)?.number ?? jidDecode(to)?.user ?? to),
    group: isGroupId(to) ? simulation.groups.find(to) : undefined,
    type,
    peer: category === 'peer',
    parts,
    forAll,
    deviceIdentity: getBinaryNodeChildren(node, 'device-identity'),
    tctoken: getBinaryNodeChildBuffer(node, 'tctoken'),
    cstoken: getBinaryNodeChildBuffer(node, 'cstoken'),
    at,
  }
}

function bringToPhones(simulation: MessageWorld, submission: Submission): Promise<Parcel[]> {
  const { group } = submission
  return group ? deliverToGroup(simulation, submission, group) : deliver(simulation, submission)
}

/** Only members may write into a group, and only admins if it is limited to them. Its other members may react. */
function notInGroup({ to, group, sender, type }: Submission): number | undefined {
  if (!isGroupId(to)) return undefined
  if (!group) return 404
  const member = memberOf(group, sender)
  if (!member || group.isCommunity) return 403
  return isAdmin(member) || !group.onlyAdmins || type === 'reaction' ? undefined : 403
}

/** A first message to a device must prove that the account signed the sender. */
function malformed({ parts, deviceIdentity }: Submission): number | undefined {
  const opensSession = parts.some(({ enc }) => enc.attrs.type === 'pkmsg')
  return opensSession && deviceIdentity.length === 0 ? 479 : undefined
}

function acknowledge(
  simulation: MessageWorld,
  connection: Connection,
  {
    submission,
    refusal,
    parcels,
  }: { submission: Submission; refusal: number | undefined; parcels: Parcel[] },
): void {
  const { id, to } = submission
  const error = refusal === undefined ? undefined : String(refusal)
  // A message to an account's former LID is accepted, and reaches no phone (Baileys#2661).
  const refresh_lid = simulation.accounts.isFormerLid(to) ? 'true' : undefined
  const answer = () => {
    const t = inSeconds(simulation.now())
    connection.send(stanza('ack', { class: 'message', id, from: to, t, error, refresh_lid }))
    simulation.outbox.release(parcels)
  }
  const { ackDelay } = simulation.faults
  // A delayed acknowledgement does not hold up the connection's other stanzas.
  if (ackDelay > 0) setTimeout(answer, ackDelay).unref()
  else answer()
}
