import { notFound } from '@recado/shared/errors/errors'
import { getTag } from '@recado/shared/tags/store'
import { tableOf } from '../context.ts'

/**
 * Refuses unknown tags.
 * @param had the tags of the record before the change; it may keep them after their deletion
 * @throws DomainError ERR_NO_TAG_FOUND
 */
export async function requireTags(
  companyId: string,
  tagIds: readonly string[] = [],
  had: readonly string[] = [],
): Promise<void> {
  const added = tagIds.filter((id) => !had.includes(id))
  const found = await Promise.all(added.map((id) => getTag(tableOf(companyId), id)))
  if (found.includes(undefined)) throw notFound('ERR_NO_TAG_FOUND')
}
