import { firstOf } from '../first-of.ts'
import { pageOfSequence, rowsOfSequence } from '../table/sequence.ts'
import { type All, allRows, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { ledgerId, ledgerSequence, type Recipient, type RecipientRef, recipientKey } from './recipient.ts'

const NEAR = 4

export const recipientsFrom = (
  table: TenantTable,
  ledger: string,
  query: { after?: number | undefined; limit: number; filter?: All; consistent?: boolean },
) => pageOfSequence<Recipient>(table, ledgerSequence(ledger), query)

export const allRecipients = (
  table: TenantTable,
  ledger: string,
  query: { after?: number; filter?: All } = {},
) => rowsOfSequence<Recipient>(table, ledgerSequence(ledger), { ...query, consistent: true })

export const getRecipient = (table: TenantTable, at: Omit<RecipientRef, 'campaignId'>) =>
  table.get<Recipient>(recipientKey(at))

/** The first PENDING recipients from a place on. Looks at the next few alone, since they nearly always are. */
export async function nextPending(
  table: TenantTable,
  ledger: string,
  from: number,
  wanted: number,
): Promise<Recipient[]> {
  const looked = wanted + NEAR - 1
  const near = Array.from({ length: looked }, (_, step) => recipientKey({ ledger, place: from + step }))
  const rows = (await table.getMany<Recipient>(near)).sort((a, b) => a.place - b.place)
  const pending = firstOf(
    rows.filter((row) => row.status === 'PENDING'),
    wanted,
  )
  if (pending.length > 0 || rows.length < looked) return pending
  const further = { after: from + looked - 1, limit: wanted, filter: { status: 'PENDING' }, consistent: true }
  return (await recipientsFrom(table, ledger, further)).rows
}

/** For a ledger that is not in use yet. */
export const putRecipients = (table: TenantTable, recipients: readonly Recipient[]) =>
  table.putMany(recipients.map((row) => ({ ...row, ...recipientKey(row) })))

/** Somebody said yes, or is written to at another address, and comes before others. */
interface Released {
  place: number
}

const releasedPartition = (ledger: string) => `RELEASED#${ledger}`

/** In the order of their answers. @param at ISO 8601 */
export const releasedKey = (ledger: string, at: string, place: number): Key => ({
  pk: releasedPartition(ledger),
  sk: `${at}#${place}`,
})

/** Who said yes since; `after` is where to go on, as it came back. Hints: their rows say whether they still wait. */
export async function releasedSince(
  table: TenantTable,
  ledger: string,
  after: string | undefined,
  limit: number,
): Promise<{ places: number[]; after: string | undefined }> {
  const query = { pk: releasedPartition(ledger), after, limit, consistent: true }
  const { rows } = await table.query<Released>(query)
  return { places: rows.map(({ place }) => place), after: rows.at(-1)?.sk ?? after }
}

/** Clears away the ledgers of a campaign that is gone. */
export async function clearLedgers(table: TenantTable, campaignId: string): Promise<void> {
  for (let preparation = 1; ; preparation++) {
    const ledger = ledgerId(campaignId, preparation)
    let rows = 0
    for await (const { pk, sk } of allRows<Key>(table, { pk: releasedPartition(ledger) })) {
      await table.delete({ pk, sk })
    }
    for await (const { place } of allRecipients(table, ledger)) {
      await table.delete(recipientKey({ ledger, place }))
      rows++
    }
    if (rows === 0) return
  }
}
