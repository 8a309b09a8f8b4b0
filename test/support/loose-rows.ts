import type { Value } from '@recado/shared/table/table'

/** A row with any attributes, for tests of the table itself. */
export type LooseRow = Record<string, Value | Uint8Array | undefined>
