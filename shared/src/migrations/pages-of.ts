import type { Page, Partition, Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Rows read in one request. */
const AT_ONCE = 50

/** The rows of a partition, read as they are stored now, a page at a time. */
export async function* pagesOf<T extends object>(
  table: TenantTable,
  pk: Partition<T>,
): AsyncGenerator<Row<T>[]> {
  let after: string | undefined
  do {
    const page: Page<T> = await table.query<T>({ pk, after, consistent: true, limit: AT_ONCE })
    yield page.rows
    after = page.after
  } while (after !== undefined)
}
