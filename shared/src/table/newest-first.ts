import { firstOf } from '../first-of.ts'
import type { All, Page, Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** Rows looked through at a time: a company has few campaigns and lists, and most of them fit the filter. */
const LOOKED_THROUGH = 500

/** A page of a partition whose sort keys are ids, the newest first. `after` is where the next page begins. */
export async function pageNewestFirst<T extends object>(
  table: TenantTable,
  { pk, filter, before, limit }: { pk: string; filter?: All; before?: string | undefined; limit: number },
): Promise<{ rows: Row<T>[]; after?: string }> {
  const rows: Row<T>[] = []
  let after = before
  do {
    const page: Page<T> = await table.query<T>({
      pk,
      descending: true,
      after,
      limit: LOOKED_THROUGH,
      ...(filter && { filter }),
    })
    rows.push(...page.rows)
    after = page.after
  } while (after !== undefined && rows.length <= limit)
  const shown = firstOf(rows, limit)
  return { rows: shown, ...(rows.length > limit && { after: shown.at(-1)?.sk ?? '' }) }
}
