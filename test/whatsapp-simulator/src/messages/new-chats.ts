import { isLidUser } from '@whiskeysockets/baileys'
import { SERVER_JID } from '../accounts/jids.ts'
import type { Simulation } from '../simulation.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Submission } from './accept.ts'

/**
 * An account under the reach-out time-lock may write only to people who have written to it, and into groups.
 * Answers the code with which the message is refused.
 */
export function refusedReachOut(simulation: Simulation, submission: Submission): number | undefined {
  const { sender } = submission
  const isLocked = simulation.faults.lockedUntil(sender.number) !== undefined
  return isLocked && isCold(simulation, submission) ? REACH_OUT_LOCKED : undefined
}

/**
 * WhatsApp addresses people by their LID (whatsmeow, send.go): it refuses the numbers of people who never wrote
 * (OpenWA#717, Baileys#2683), and by a fault either address of a person.
 */
export function refusedAddress(simulation: Simulation, submission: Submission): number | undefined {
  const { sender, to, chat, group, peer } = submission
  if (group || peer || chat === sender.number) return undefined
  const { faults } = simulation
  const addressing = isLidUser(to) ? 'lid' : 'pn'
  const isColdNumber = addressing === 'pn' && isCold(simulation, submission) && !faults.takesColdNumbers
  return isColdNumber || faults.refusesAddress(chat, addressing) ? ADDRESS_REFUSED : undefined
}

/** Counts a new chat with somebody who never wrote; the last that is allowed locks the account. */
export function countNewChat(simulation: Simulation, submission: Submission): void {
  const { sender, chat } = submission
  const limit = simulation.faults.coldChatLimit(sender.number)
  if (!limit || !isCold(simulation, submission) || simulation.messages.hasChat(sender.number, chat)) return
  const used = limit.used + 1
  const isReached = used >= limit.chats
  const lockedUntil = isReached ? simulation.now() + limit.seconds * 1000 : undefined
  simulation.faults.set({ ...limit, used, lockedUntil })
  if (isReached) lockReachOut(simulation, sender.number, { seconds: limit.seconds })
}

/**
 * Locks an account for some seconds, or ends its lock with 0, and tells its linked devices unless it is to be silent
 * about it.
 */
export function lockReachOut(
  simulation: Simulation,
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

/** Tells an account's linked devices how its quota of new chats stands. */
export function tellNewChatCap(simulation: Simulation, number: string): void {
  const owner = simulation.accounts.find(number)?.number ?? number
  announce(simulation, owner, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: newChatCap(simulation, owner),
  })
}

/** The quota of new chats as WhatsApp describes it; -1 is none (WAHA#2186). */
export function newChatCap({ faults, now }: Simulation, number: string) {
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

function announce(simulation: Simulation, owner: string, operation: string, data: object): void {
  const update = stanza('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
  const attributes = { from: SERVER_JID, type: 'mex', t: inSeconds(simulation.now()) }
  const parcels = simulation.companions.of({ number: owner }).map((companion) => {
    const node = stanza('notification', { ...attributes, id: simulation.newStanzaId() }, [update])
    return simulation.outbox.add(companion, node)
  })
  simulation.outbox.release(parcels)
}

/** The lock as WhatsApp describes it; `until` in milliseconds, or undefined when there is none. */
export const timeLock = (until: number | undefined) => ({
  is_active: until !== undefined,
  time_enforcement_ends: until === undefined ? '0' : inSeconds(until),
  enforcement_type: until === undefined ? 'DEFAULT' : 'WEB_COMPANION_ONLY',
})

const REACH_OUT_LOCKED = 463
/** The same code for two things: a client cannot tell them apart by it. */
const ADDRESS_REFUSED = 463

function isCold({ messages }: Simulation, { sender, chat, group, peer }: Submission): boolean {
  if (group || peer || chat === sender.number) return false
  return !messages.hasHeardFrom(sender.number, chat)
}
