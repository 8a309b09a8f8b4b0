import { PLATFORM } from './platform-id.ts'
import type { Table, Write } from './table.ts'
import { type IndexWrite, TenantTable } from './tenant.ts'

/** The platform's own rows. Signed-in users may read what concerns everybody; only operators write. */
export const platformTable = (table: Table): TenantTable => new TenantTable(table, PLATFORM)

/** One transaction over rows of the platform and of companies, for operators' actions. @throws ConditionFailed */
export const transactTogether = (
  table: Table,
  parts: readonly { of: TenantTable; writes: readonly (Write | IndexWrite)[] }[],
): Promise<void> => table.transact(parts.flatMap(({ of, writes }) => of.stored(writes)))
