import { allRows, type Key } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** Rows deleted in one request. */
const AT_ONCE = 100

/**
 * Deletes what lies in a partition. @param isWanted which of its rows go; all of them where nothing is said
 * @param upTo the last sort key that goes @returns how many went
 */
export async function clearPartition(
  table: TenantTable,
  pk: string,
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
