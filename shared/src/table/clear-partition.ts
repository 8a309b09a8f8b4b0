import { allRows, type Key, type Partition } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** Rows deleted in one request. */
const AT_ONCE = 100

/**
 * Deletes the rows of a partition. @param isWanted which rows to delete; all of them by default
 * @param upTo the last sort key to delete @returns how many rows were deleted
 */
export async function clearPartition(
  table: TenantTable,
  pk: Partition<object>,
  { isWanted = () => true, upTo }: { isWanted?: (key: Key) => boolean; upTo?: string } = {},
): Promise<number> {
  let keys: Key[] = []
  let cleared = 0
  const flush = async () => {
    if (keys.length > 0) await table.deleteMany(keys)
    cleared += keys.length
    keys = []
  }
  for await (const { sk } of allRows(table, { pk, consistent: true, ...(upTo !== undefined && { upTo }) })) {
    if (isWanted({ pk, sk })) keys.push({ pk, sk })
    if (keys.length >= AT_ONCE) await flush()
  }
  await flush()
  return cleared
}
