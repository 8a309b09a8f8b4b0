import { firstOf } from '../first-of.ts'
import { ConditionFailed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type RecipientRef, recipientKey } from './recipient.ts'
import type { SentAs } from './sent-as.ts'

/** A message is of so many parts at most: attachment, text, contact card, attachment again. */
const MOST_PARTS = 4

/** The attributes of a recipient's row that hold what WhatsApp said of each part. */
export const ACKNOWLEDGED = Array.from({ length: MOST_PARTS }, (_, part) => `ack${part}`)
/**
 * What may still turn out to have been sent: a refusal too, where a phone's receipt comes after it (WhatsApp has been seen
 * to refuse what it had taken, Baileys#2683).
 */
export const UNCERTAIN = { in: ['UNKNOWN_OUTCOME', 'PARTLY_SENT', 'REFUSED'] } as const

/** What WhatsApp says of a part: it has it, refuses it, or refuses it for now. */
export type Verdict = 'taken' | 'refused' | 'held'

/**
 * What WhatsApp's word on a part makes of the whole message. Of several parts each is noted, and what became of
 * them is known when all are spoken of.
 * @returns undefined while some are not, and where the message is none of the recipient's any more
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
  // Nothing has left: what was held may be tried again as a whole.
  return told.includes('held') ? 'held' : 'refused'
}

async function notedVerdicts(
  table: TenantTable,
  ref: RecipientRef,
  { first, part, verdict }: { first: string; part: number; verdict: Verdict },
): Promise<Record<string, unknown>> {
  const of = { messageId: first }
  const underWay = [
    { ...of, status: 'SENDING' },
    { ...of, status: 'FAILED', reason: UNCERTAIN },
  ]
  try {
    return await table.update(recipientKey(ref), { set: { [`ack${part}`]: verdict } }, underWay)
  } catch (error) {
    if (error instanceof ConditionFailed) return {}
    throw error
  }
}
