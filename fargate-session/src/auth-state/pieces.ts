import type { Write } from '@recado/shared/table/table'

/**
 * DynamoDB takes 400 KB per row, and 100 rows and 4 MB per transaction. One of the rows checks the fence. In bytes,
 * with room for the keys.
 */
const BYTES_IN_A_ROW = 350_000
const BYTES_AT_ONCE = 3_500_000
const ROWS_AT_ONCE = 99

/** Cuts a text that is too long for one row. An account with a long address book has one such text. */
export const cutUp = (sealed: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(sealed.length / BYTES_IN_A_ROW)) }, (_, index) =>
    sealed.subarray(index * BYTES_IN_A_ROW, (index + 1) * BYTES_IN_A_ROW),
  )

/** Row name of a piece. The first piece has the plain name. */
export const pieceName = (name: string, index: number): string =>
  index === 0 ? name : `piece ${index} of ${name}`

/** Writes of one text, which go into one transaction. */
export interface Together {
  writes: Write[]
  bytes: number
}

/** Packs the writes into as few transactions as possible. */
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
