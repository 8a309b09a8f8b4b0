import { pageNewestFirst } from '../table/newest-first.ts'
import { type All, allRows, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { type Tag, tag } from './tag.ts'

/** What is stored of a tag. */
export type StoredTag = Tag & { companyId: string; searchName: string }

const PARTITION = 'TAGS'
/** The names, of which a company has each once. */
const TAG_NAMES = 'TAG-NAMES'

const tagKey = (tagId: string): Key => ({ pk: PARTITION, sk: tagId })

export const getTag = (table: TenantTable, tagId: string) => table.get<StoredTag>(tagKey(tagId))

interface Searched {
  search: string
}

/** Newest first. */
export const pageOfTags = (
  table: TenantTable,
  { search, before, limit }: Searched & { before?: string | undefined; limit: number },
) => pageNewestFirst<StoredTag>(table, { pk: PARTITION, filter: filterOf({ search }), before, limit })

export async function countTags(table: TenantTable, searched: Searched): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, filter: filterOf(searched) })) count += 1
  return count
}

const filterOf = ({ search }: Searched): All => ({
  searchName: search ? { contains: search } : { exists: true },
})

/** Refused where another tag has the name. */
export const putTag = (table: TenantTable, stored: StoredTag): Promise<Outcome> =>
  writeHolder(
    table,
    { put: { ...stored, ...tagKey(stored.id) }, when: { pk: { exists: false } } },
    { id: stored.id, before: [], after: valuesOf(stored) },
  )

/** Writes a tag anew, if it still has the name it was read with: that is freed for others. */
export const replaceTag = (table: TenantTable, read: StoredTag, stored: StoredTag): Promise<Outcome> =>
  writeHolder(
    table,
    { put: { ...stored, ...tagKey(stored.id) }, when: { name: read.name } },
    { id: stored.id, before: valuesOf(read), after: valuesOf(stored) },
  )

/** Deletes a tag, if it still has the name it was read with. */
export const deleteTag = (table: TenantTable, read: StoredTag): Promise<Outcome> =>
  writeHolder(
    table,
    { delete: tagKey(read.id), when: { name: read.name } },
    { id: read.id, before: valuesOf(read), after: [] },
  )

/** A tag as it is shown; what else stands in its row stays there. */
export const tagOf = (stored: StoredTag): Tag => tag.parse(stored)

const valuesOf = ({ name }: StoredTag): UniqueValue[] => [{ of: TAG_NAMES, value: sameName(name) }]
