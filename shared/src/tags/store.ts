import { Entity } from '../table/entity.ts'
import { pageNewestFirst } from '../table/pages.ts'
import { type All, allRows, deleteRow, type Key, partition, putRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { stagesIn, type Tag, tag } from './tag.ts'

/** A stored tag. */
export type StoredTag = Tag & {
  companyId: string
  searchName: string
  /** Raised by every change. Missing before the first one. */
  revision?: number
  v?: number
}

const PARTITION = partition<StoredTag>('TAGS')
/** The partition that makes a company's tag names unique. */
const TAG_NAMES = 'TAG-NAMES'

const tagKey = (tagId: string): Key<StoredTag> => ({ pk: PARTITION, sk: tagId })

/** Attributes that the first stored tags lack. */
export const TAG_DEFAULTS = { kanban: false, orderIndex: 0 } as const

export const tags = new Entity<StoredTag>({
  name: 'tags',
  migrations: [{ id: '1-kanban', upgrade: (row) => ({ ...TAG_DEFAULTS, ...row }) }],
  partitions: async () => [PARTITION],
})

export async function getTag(table: TenantTable, tagId: string): Promise<StoredTag | undefined> {
  const row = await table.get(tagKey(tagId))
  return row && tags.read(row)
}

/** The ids of the tags that are columns of the kanban, in their order. */
export async function stageIds(table: TenantTable): Promise<string[]> {
  const found: StoredTag[] = []
  const query = { pk: PARTITION, filter: { kanban: true }, consistent: true }
  for await (const row of allRows(table, query)) found.push(row)
  return stagesIn(found).map(({ id }) => id)
}

interface Searched {
  search: string
}

/** Newest first. */
export async function pageOfTags(
  table: TenantTable,
  { search, before, limit }: Searched & { before?: string | undefined; limit: number },
) {
  const query = { pk: PARTITION, filter: filterOf({ search }), before, limit }
  const { rows, ...end } = await pageNewestFirst(table, query)
  return { rows: rows.map((row) => tags.read(row)), ...end }
}

export async function countTags(table: TenantTable, searched: Searched): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, filter: filterOf(searched) })) count += 1
  return count
}

const filterOf = ({ search }: Searched): All<StoredTag> | undefined =>
  search ? { searchName: { contains: search } } : undefined

/** Refused if another tag has the name. */
export const putTag = (table: TenantTable, stored: StoredTag): Promise<Outcome> =>
  writeHolder(table, putRow({ ...tags.stamped(stored), ...tagKey(stored.id) }, { pk: { exists: false } }), {
    id: stored.id,
    before: [],
    after: uniqueValues(stored),
  })

/** Replaces a tag, if it is unchanged since it was read; its former name becomes free. */
export const replaceTag = (table: TenantTable, read: StoredTag, stored: StoredTag): Promise<Outcome> => {
  const revised = { ...stored, revision: (read.revision ?? 0) + 1 }
  return writeHolder(table, putRow({ ...tags.stamped(revised), ...tagKey(read.id) }, asRead(read)), {
    id: read.id,
    before: uniqueValues(read),
    after: uniqueValues(stored),
  })
}

/** Deletes a tag, if it is unchanged since it was read. */
export const deleteTag = (table: TenantTable, read: StoredTag): Promise<Outcome> =>
  writeHolder(table, deleteRow(tagKey(read.id), asRead(read)), {
    id: read.id,
    before: uniqueValues(read),
    after: [],
  })

/** A tag as the API shows it; other attributes of the row stay internal. */
export const tagOf = (stored: StoredTag): Tag => tag.parse(stored)

const uniqueValues = ({ name }: StoredTag): UniqueValue[] => [{ of: TAG_NAMES, value: sameName(name) }]

/** The name makes a deleted row fail the condition of a tag without a revision. */
const asRead = ({ name, revision }: StoredTag) => ({ name, revision: revision ?? { exists: false } })
