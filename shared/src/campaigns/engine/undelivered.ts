import type { CampaignCounts } from '../ledger/counts.ts'

/** This many messages without one receipt of a phone are no chance: most phones answer within seconds. */
const MANY = 20
/** Time for receipts after that many messages, in milliseconds. */
const RECEIPTS_WITHIN_MS = 10 * 60_000

/** The messages of a lane since the last receipt of a phone. */
export interface Undelivered {
  /** The campaign's received and sent messages at the last receipt. */
  received: number
  sent: number
  /** When there were many messages since then, in milliseconds since 1970. */
  manySince?: number
}

/** @param now milliseconds since 1970 */
export function undeliveredAt(
  before: Undelivered | undefined,
  { received, sent }: Pick<CampaignCounts, 'received' | 'sent'>,
  now: number,
): Undelivered {
  if (before?.received !== received) return { received, sent }
  const isMany = sent - before.sent >= MANY
  return isMany && before.manySince === undefined ? { ...before, manySince: now } : before
}

/**
 * Whether the account's messages reach no phone any more although WhatsApp accepts them, as happens to restricted accounts
 * (reported: Baileys#2653, #2699, whatsmeow#1197). Further messages would be lost, and would count against the account.
 * @param now milliseconds since 1970
 */
export const reachesNoPhone = ({ manySince }: Undelivered, now: number): boolean =>
  manySince !== undefined && now >= manySince + RECEIPTS_WITHIN_MS
