import type { Write } from '@recado/shared/table/table'

/**
 * DynamoDB takes 400 KB in a row, and 100 rows and 4 MB in a transaction, one row of which checks the fence. In
 * bytes, with room for the keys.
 */
const BYTES_IN_A_ROW = 350_000
const BYTES_AT_ONCE = 3_500_000
const ROWS_AT_ONCE = 99

/** What is too long for one row, cut up. An account with a long address book has one such text. */
export const cutUp = (sealed: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(sealed.length / BYTES_IN_A_ROW)) }, (_, index) =>
    sealed.subarray(index * BYTES_IN_A_ROW, (index + 1) * BYTES_IN_A_ROW),
  )

/** The name of the row of a piece, the first of which stands under the name itself. */
export const pieceName = (name: string, index: number): string =>
  index === 0 ? name : `piece ${index} of ${name}`

/** The writes of one text, which are made together or not at all. */
export interface Together {
  writes: Write[]
  bytes: number
}

/** As few transactions as take all of these. */
export function transactionsOf(texts: readonly Together[]): Write[][] {
  const transactions: Together[] = []
  for (const { writes, bytes } of texts) {
    const last = transactions.at(-1)
    const fits =
      last && last.writes.length + writes.length <= ROWS_AT_ONCE && last.bytes + bytes <= BYTES_AT_ONCE
    if (!fits) transactions.push({ writes: [...writes], bytes })
    else {
      last.writes.push(...writes)
      last.bytes += bytes
    }
  }
  return transactions.map(({ writes }) => writes)
}
