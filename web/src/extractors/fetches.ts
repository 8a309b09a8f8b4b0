import type { ExtractedGroup } from '@recado/shared/extractors/extracted'
import type { GroupFetch } from '@recado/shared/groups/group-fetch'

/** All groups, and the latest fetch of each account. */
export interface Groups {
  groups: ExtractedGroup[]
  fetches: GroupFetch[]
}

export const isFetching = (fetches: readonly GroupFetch[]): boolean =>
  fetches.some(({ status }) => status === 'FETCHING')

/** Puts an update into the list of fetches. An update older than the known fetch is ignored. */
export function withFetch(fetches: GroupFetch[], news: GroupFetch): GroupFetch[] {
  const known = fetches.find(({ whatsappId }) => whatsappId === news.whatsappId)
  if (!known) return [...fetches, news]
  if (isOlder(news, known)) return fetches
  return fetches.map((fetch) => (fetch === known ? news : fetch))
}

const isOlder = (news: GroupFetch, known: GroupFetch): boolean => {
  if (news.startedAt !== known.startedAt) return news.startedAt < known.startedAt
  return news.status === 'FETCHING' && (known.status !== 'FETCHING' || news.stored < known.stored)
}
