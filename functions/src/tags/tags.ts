import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import {
  countTags,
  deleteTag,
  getTag,
  pageOfTags,
  putTag,
  replaceTag,
  type StoredTag,
  TAG_DEFAULTS,
  tagOf,
} from '@recado/shared/tags/store'
import type { Tag, TagInput } from '@recado/shared/tags/tag'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

export async function page({ companyId }: Actor, query: PageQuery) {
  const table = tableOf(companyId)
  const search = query.searchParam ?? ''
  const [{ rows, ...end }, count] = await Promise.all([
    pageOf([companyId, 'tags', search], query, (before, limit) =>
      pageOfTags(table, { search, before, limit }),
    ),
    countTags(table, { search }),
  ])
  return { records: rows.map(tagOf), count, ...end }
}

export async function get({ companyId }: Actor, tagId: string): Promise<Tag> {
  return tagOf(await requireTag(companyId, tagId))
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create({ companyId }: Actor, input: TagInput): Promise<Tag> {
  const now = new Date(ports.now()).toISOString()
  const tag = { id: newId(), companyId, ...fieldsOf(TAG_DEFAULTS, input), createdAt: now, updatedAt: now }
  requireUnique(await putTag(tableOf(companyId), tag))
  return publishTag(companyId, 'create', tag)
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function update({ companyId }: Actor, tagId: string, input: TagInput): Promise<Tag> {
  const table = tableOf(companyId)
  const tag = await retrying(
    table,
    () => requireTag(companyId, tagId),
    async (read) => {
      const changed = { ...read, ...fieldsOf(read, input), updatedAt: new Date(ports.now()).toISOString() }
      const outcome = await replaceTag(table, read, changed)
      if (outcome === 'changed') return AGAIN
      requireUnique(outcome)
      return changed
    },
  )
  return publishTag(companyId, 'update', tag)
}

export async function remove({ companyId }: Actor, tagId: string): Promise<undefined> {
  const table = tableOf(companyId)
  await retrying(
    table,
    () => requireTag(companyId, tagId),
    async (tag) => ((await deleteTag(table, tag)) === 'changed' ? AGAIN : undefined),
  )
  await publish({ companyId, topic: 'tag', action: 'delete', body: { id: tagId } })
}

async function requireTag(companyId: string, tagId: string): Promise<StoredTag> {
  const tag = await getTag(tableOf(companyId), tagId)
  if (!tag) throw notFound('ERR_NO_TAG_FOUND')
  return tag
}

async function publishTag(companyId: string, action: 'create' | 'update', tag: StoredTag): Promise<Tag> {
  const record = tagOf(tag)
  await publish({ companyId, topic: 'tag', action, body: { record } })
  return record
}

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', 'A tag with this name already exists')
}

const fieldsOf = (before: Pick<Tag, keyof typeof TAG_DEFAULTS>, input: TagInput) => ({
  name: input.name,
  color: input.color,
  searchName: input.name.toLowerCase(),
  kanban: input.kanban ?? before.kanban,
  orderIndex: input.orderIndex ?? before.orderIndex,
})
