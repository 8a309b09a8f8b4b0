import { localDate } from '../local-date.ts'
import { type CampaignCounts, type CountChange, NO_COUNTS, ofVariant, onDay } from './counts.ts'
import type { Recipient } from './recipient.ts'

/** What of a ledger's row is counted. */
export type Counted = Pick<
  Recipient,
  'status' | 'block' | 'variant' | 'confirmation' | 'sentAt' | 'deliveredAt' | 'readAt' | 'repliedAt'
>

/** A ledger's counts as its rows have them. */
export interface Recount {
  /** Rows there are. */
  recipients: number
  /** By the names they have in the campaign's row of counts. */
  counts: Map<string, number>
}

/** Counts a ledger anew. @param timeZone the days of sending are this zone's */
export async function recount(
  rows: AsyncIterable<Counted> | Iterable<Counted>,
  timeZone: string,
): Promise<Recount> {
  const counts = new Map(Object.entries<number>(NO_COUNTS))
  let recipients = 0
  for await (const row of rows) {
    recipients++
    for (const [count, by] of Object.entries(countsOfRow(row, timeZone)))
      counts.set(count, (counts.get(count) ?? 0) + by)
  }
  return { recipients, counts }
}

/** What one recipient adds to the counts: the rule that settle.ts keeps step by step. */
function countsOfRow(row: Counted, timeZone: string): CountChange {
  const { status, variant, sentAt } = row
  const isOpen = status !== 'SENDED' && status !== 'FAILED'
  const saidYes = row.confirmation === 'YES'
  return {
    ...(isOpen && { open: 1, ...(saidYes && { confirmed: 1 }) }),
    ...(status === 'AWAITING' && { awaiting: 1 }),
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

/** A figure that is not what the rows say. */
export interface Difference {
  count: string
  stored: number
  counted: number
}

/**
 * Where stored counts are not those of the ledger. Days are compared by their sum alone, and named only where that
 * is wrong: a message belongs to the day of the zone that the company had when it was sent.
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

/** None where they are the same. */
export const differ = (count: string, stored: number, counted: number): Difference[] =>
  stored === counted ? [] : [{ count, stored, counted }]

const isDay = (count: string): boolean => /^day\d/.test(count)
const isCount = (value: unknown): value is number => typeof value === 'number'
