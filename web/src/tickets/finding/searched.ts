import { QUERY_MIN } from '@recado/shared/search/routes'

/** What is searched for; undefined for a text that is too short. */
export function searchedIn(typed: string | undefined): string | undefined {
  const q = typed?.trim() ?? ''
  return q.length < QUERY_MIN ? undefined : q
}
