import { isLidUser } from '@whiskeysockets/baileys'
import { SERVER_JID } from '../accounts/jids.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Submission } from './accept.ts'
import type { MessageWorld } from './world.ts'

/**
 * During the reach-out time-lock, an account may write only to people who wrote to it, and to groups. Returns the
 * code of the refusal.
 */
export function refusedReachOut(simulation: MessageWorld, submission: Submission): number | undefined {
  const { sender } = submission
  const isLocked = simulation.faults.lockedUntil(sender.number) !== undefined
  return isLocked && isCold(simulation, submission) ? REACH_OUT_LOCKED : undefined
}

/**
 * WhatsApp addresses people by LID (whatsmeow, send.go). It refuses the numbers of people who never wrote
 * (OpenWA#717, Baileys#2683). A fault can refuse either address of a person.
 */
export function refusedAddress(simulation: MessageWorld, submission: Submission): number | undefined {
  const { sender, to, chat, group, peer } = submission
  if (group || peer || chat === sender.number) return undefined
  const { faults } = simulation
  const addressing = isLidUser(to) ? 'lid' : 'pn'
  const hasNoLidChats = faults.hasNoLidChats(sender.number)
  if (hasNoLidChats) return addressing === 'lid' ? NOT_MOVED_TO_LIDS : undefined
  const isColdNumber = addressing === 'pn' && isCold(simulation, submission) && !faults.takesColdNumbers
  return isColdNumber || faults.refusesAddress(chat, addressing) ? ADDRESS_REFUSED : undefined
}

/** Counts a first contact. The last allowed one locks the account. */
export function countNewChat(simulation: MessageWorld, submission: Submission): void {
  const { sender, chat } = submission
  const limit = simulation.faults.coldChatLimit(sender.number)
  if (!limit || !isCold(simulation, submission) || simulation.messages.hasChat(sender.number, chat)) return
  const used = limit.used + 1
  const isReached = used >= limit.chats
  const lockedUntil = isReached ? simulation.now() + limit.seconds * 1000 : undefined
  simulation.faults.set({ ...limit, used, lockedUntil })
  if (isReached) lockReachOut(simulation, sender.number, { seconds: limit.seconds })
}

/** Locks an account for some seconds; 0 ends its lock. Informs its linked devices, unless the fault is silent. */
export function lockReachOut(
  simulation: MessageWorld,
  number: string,
  { seconds, silent = false }: { seconds: number; silent?: boolean },
): void {
  const until = simulation.now() + seconds * 1000
  const owner = simulation.accounts.find(number)?.number ?? number
  simulation.faults.set({ kind: 'reachOutLock', number: owner, until })
  if (silent) return
  announce(simulation, owner, 'NotificationUserReachoutTimelockUpdate', {
    xwa2_notify_account_reachout_timelock: timeLock(seconds > 0 ? until : undefined),
  })
}

/** Sends an account's quota of first contacts to its linked devices. */
export function tellNewChatCap(simulation: MessageWorld, number: string): void {
  const owner = simulation.accounts.find(number)?.number ?? number
  announce(simulation, owner, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: newChatCap(simulation, owner),
  })
}

/** The quota of first contacts in WhatsApp's form; -1 means none (WAHA#2186). */
export function newChatCap({ faults, now }: MessageWorld, number: string) {
  const told = faults.newChatCap(number)
  const limit = faults.coldChatLimit(number)
  const status = limit && limit.used >= limit.chats ? 'CAPPED' : 'NONE'
  return {
    capping_status: told?.status ?? status,
    total_quota: told?.quota ?? limit?.chats ?? -1,
    used_quota: told?.used ?? limit?.used ?? 0,
    server_sent_timestamp: inSeconds(now()),
  }
}

function announce(simulation: MessageWorld, owner: string, operation: string, data: object): void {
  const update = stanza('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
  const attributes = { from: SERVER_JID, type: 'mex', t: inSeconds(simulation.now()) }
  const parcels = simulation.companions.of({ number: owner }).map((companion) => {
    const node = stanza('notification', { ...attributes, id: simulation.newStanzaId() }, [update])
    return simulation.outbox.add(companion, node)
  })
  simulation.outbox.release(parcels)
}

/** The lock in WhatsApp's form; `until` in milliseconds, undefined without a lock. */
export const timeLock = (until: number | undefined) => ({
  is_active: until !== undefined,
  time_enforcement_ends: until === undefined ? '0' : inSeconds(until),
  enforcement_type: until === undefined ? 'DEFAULT' : 'WEB_COMPANION_ONLY',
})

const REACH_OUT_LOCKED = 463
/** WhatsApp uses the same code for two reasons, so a client cannot tell them apart. */
const ADDRESS_REFUSED = 463
/** An account that WhatsApp has not moved to LIDs writes to one (whatsapp-rust#941). */
const NOT_MOVED_TO_LIDS = 400

function isCold({ messages }: MessageWorld, { sender, chat, group, peer }: Submission): boolean {
  if (group || peer || chat === sender.number) return false
  return !messages.hasHeardFrom(sender.number, chat)
}
