import { localDate } from '../../calendar/local-date.ts'
import { type CampaignCounts, type CountChange, NO_COUNTS, ofVariant, onDay } from './counts.ts'
import type { Recipient } from './recipient.ts'

/** The fields of a ledger row that are counted. */
export type Counted = Pick<
  Recipient,
  'status' | 'block' | 'variant' | 'confirmation' | 'sentAt' | 'deliveredAt' | 'readAt' | 'repliedAt'
>

/** Counts computed from the rows of a ledger. */
export interface Recount {
  /** Number of rows. */
  recipients: number
  /** By their name in the campaign's row of counts. */
  counts: Map<string, number>
}

/** Counts the rows of a ledger. @param timeZone the zone of the days of sending */
export async function recount(
  rows: AsyncIterable<Counted> | Iterable<Counted>,
  timeZone: string,
): Promise<Recount> {
  const counts = new Map<string, number>(Object.entries(NO_COUNTS))
  let recipients = 0
  for await (const row of rows) {
    recipients++
    for (const [count, by] of Object.entries(countsOfRow(row, timeZone)))
      counts.set(count, (counts.get(count) ?? 0) + (by ?? 0))
  }
  return { recipients, counts }
}

/** What one recipient adds to the counts: the rule that settle.ts applies step by step. */
function countsOfRow(row: Counted, timeZone: string): CountChange {
  const { status, variant, sentAt } = row
  const isOpen = status !== 'SENDED' && status !== 'FAILED'
  const saidYes = row.confirmation === 'YES'
  return {
    ...(isOpen && { open: 1, ...(saidYes && { confirmed: 1 }) }),
    ...(status === 'AWAITING' && { awaiting: 1 }),
    ...(status === 'POSTPONED' && { postponed: 1 }),
    ...(status === 'FAILED' && { failed: 1 }),
    ...(row.block && { blocked: 1 }),
    ...(status === 'SENDED' && { sent: 1, ...ofVariant(variant, 'sent') }),
    ...(status === 'SENDED' && saidYes && { confirmedAndSent: 1 }),
    ...(status === 'SENDED' && sentAt && onDay(localDate(Date.parse(sentAt), timeZone))),
    ...(row.deliveredAt && { received: 1, ...ofVariant(variant, 'received') }),
    ...(row.readAt && { read: 1, ...ofVariant(variant, 'read') }),
    ...(row.repliedAt && { replied: 1, ...ofVariant(variant, 'replied') }),
  }
}

/** A stored count that differs from the rows. */
export interface Difference {
  count: string
  stored: number
  counted: number
}

/**
 * Finds the differences between stored counts and the ledger. Days are compared by their sum, and one by one only if
 * the sum is wrong: a message belongs to the day of the company's time zone when it was sent.
 */
export function differences(stored: CampaignCounts, { counts }: Recount): Difference[] {
  const known = new Map(
    Object.entries(stored).flatMap(([name, value]) => (isCount(value) ? [[name, value]] : [])),
  )
  const names = [...new Set([...counts.keys(), ...known.keys()])]
  const sumOfDays = (of: ReadonlyMap<string, number>) =>
    [...of].reduce((sum, [name, value]) => (isDay(name) ? sum + value : sum), 0)
  const daysDiffer = sumOfDays(known) !== sumOfDays(counts)
  return names.flatMap((count) => {
    if (isDay(count) && !daysDiffer) return []
    return differ(count, known.get(count) ?? 0, counts.get(count) ?? 0)
  })
}

/** Empty if the two numbers are equal. */
export const differ = (count: string, stored: number, counted: number): Difference[] =>
  stored === counted ? [] : [{ count, stored, counted }]

const isDay = (count: string): boolean => /^day\d/.test(count)
const isCount = (value: unknown): value is number => typeof value === 'number'
