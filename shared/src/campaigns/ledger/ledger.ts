import type { RecipientRef } from '../../messages/recipient-ref.ts'
import { pageOfSequence, rowsOfSequence } from '../../table/sequence.ts'
import { type All, type Key, partition, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { ledgerSequence, type Recipient, recipientKey } from './recipient.ts'

export const recipientsFrom = (
  table: TenantTable,
  ledger: string,
  query: { after?: number | undefined; limit: number; filter?: All<Recipient>; consistent?: boolean },
) => pageOfSequence(table, ledgerSequence(ledger), query)

export const allRecipients = (
  table: TenantTable,
  ledger: string,
  query: { after?: number; filter?: All<Recipient> } = {},
) => rowsOfSequence(table, ledgerSequence(ledger), { ...query, consistent: true })

export const getRecipient = (table: TenantTable, at: Omit<RecipientRef, 'campaignId'>) =>
  table.get(recipientKey(at))

/** The first PENDING recipients from a place on. Reads only so many rows at first: they are nearly always PENDING. */
export async function nextPending(
  table: TenantTable,
  ledger: string,
  from: number,
  wanted: number,
): Promise<Recipient[]> {
  const near = Array.from({ length: wanted }, (_, step) => recipientKey({ ledger, place: from + step }))
  const rows = (await table.getMany(near)).sort((a, b) => a.place - b.place)
  const pending = rows.filter((row) => row.status === 'PENDING')
  if (pending.length > 0 || rows.length < wanted) return pending
  const further = await recipientsFrom(table, ledger, {
    after: from + wanted - 1,
    limit: wanted,
    filter: { status: 'PENDING' },
    consistent: true,
  })
  return further.rows
}

/** Writes recipients without conditions: only for a ledger that is not in use yet. */
export const putRecipients = (table: TenantTable, recipients: readonly Recipient[]) =>
  table.putMany(recipients.map((row) => ({ ...row, ...recipientKey(row) })))

/** A recipient who comes before others: they said yes, or are tried at another address. */
interface Released {
  place: number
}

const releasedPartition = (ledger: string) => partition<Released>(`RELEASED#${ledger}`)

/** The key of a released recipient; the order is that of the answers. @param at ISO 8601 */
export const releasedKey = (ledger: string, at: string, place: number): Key<Released> => ({
  pk: releasedPartition(ledger),
  sk: `${at}#${place}`,
})

/**
 * Recipients released behind `after`, a sort key, in the order of their answers. Hints only: a recipient's row has the real
 * status.
 */
export async function releasedSince(
  table: TenantTable,
  ledger: string,
  after: string | undefined,
  limit: number,
): Promise<Row<Released>[]> {
  const query = { pk: releasedPartition(ledger), after, limit, consistent: true }
  return (await table.query(query)).rows
}
