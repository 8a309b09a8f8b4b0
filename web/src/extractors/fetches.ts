import type { ExtractedGroup, GroupFetch } from '@recado/shared/extractors/extracted'

/** All groups, and the latest reading of each account's. */
export interface Groups {
  groups: ExtractedGroup[]
  fetches: GroupFetch[]
}

export const isFetching = (fetches: readonly GroupFetch[]): boolean =>
  fetches.some(({ status }) => status === 'FETCHING')

/** The fetches with news of one in the place of what was known; what is older than that is no news. */
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
