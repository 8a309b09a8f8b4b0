import { firstOf } from '../../first-of.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { SentAs } from '../../messages/sent-as.ts'
import { ConditionFailed, type When } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type Recipient, recipientKey, type Verdict } from './recipient.ts'

/** The most parts of a message: attachment, text, contact card, attachment again. */
const MOST_PARTS = 4

/** The attributes of a recipient's row that hold WhatsApp's answer to each part. */
export const ACKNOWLEDGED = Array.from({ length: MOST_PARTS }, (_, part) => `ack${part}` as const)
/**
 * Reasons after which a message may still prove sent. A refusal is one of them: WhatsApp has refused messages that it
 * had accepted, and the phone's receipt came later (Baileys#2683).
 */
export const UNCERTAIN = { in: ['UNKNOWN_OUTCOME', 'PARTLY_SENT', 'REFUSED'] } as const

/**
 * Records WhatsApp's answer to a part and derives the outcome of the whole message. With several parts, the outcome is
 * known when all are answered.
 * @returns undefined while a part has no answer, and if the message no longer belongs to the recipient
 */
export async function outcomeOf(
  table: TenantTable,
  { first, part, parts, ...ref }: SentAs,
  verdict: Verdict,
): Promise<Verdict | 'partly' | undefined> {
  if (parts === 1) return verdict
  const verdicts = await notedVerdicts(table, ref, { first, part, verdict })
  const told = firstOf(ACKNOWLEDGED, parts).map((name) => verdicts[name])
  if (told.includes(undefined)) return undefined
  if (told.every((one) => one === 'taken')) return 'taken'
  if (told.includes('taken')) return 'partly'
  // No part has left: a held message may be tried again as a whole.
  return told.includes('held') ? 'held' : 'refused'
}

async function notedVerdicts(
  table: TenantTable,
  ref: RecipientRef,
  { first, part, verdict }: { first: string; part: number; verdict: Verdict },
): Promise<Pick<Recipient, `ack${number}`>> {
  const underWay: When<Recipient> = [
    { messageId: first, status: 'SENDING' },
    { messageId: first, status: 'FAILED', reason: UNCERTAIN },
  ]
  try {
    return await table.update(recipientKey(ref), { set: { [`ack${part}`]: verdict } }, underWay)
  } catch (error) {
    if (error instanceof ConditionFailed) return {}
    throw error
  }
}
