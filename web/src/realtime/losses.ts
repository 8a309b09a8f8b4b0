import type { QueryClient } from '@tanstack/react-query'

/** Late events come within seconds. A loss is remembered for this long (ms). */
const KEPT_MS = 5 * 60_000

/** In place of a revision: the record never comes back. */
export const DELETED = Number.POSITIVE_INFINITY

const LOSSES = ['losses'] as const

/**
 * The record's revision, or the moment, by which the user lost a record. A late event from before it does not bring the
 * record back.
 */
export const lostAt = <At extends number | string>(client: QueryClient, id: string): At | undefined =>
  client.getQueryData<At>([...LOSSES, id])

/** Remembers a loss, unless a later one is known. @param id of any kind of record: ids are unique */
export function rememberLoss<At extends number | string>(client: QueryClient, id: string, at: At): void {
  const known = lostAt<At>(client, id)
  client.setQueryDefaults(LOSSES, { gcTime: KEPT_MS })
  // A new entry is kept for its full time.
  client.removeQueries({ queryKey: [...LOSSES, id] })
  client.setQueryData([...LOSSES, id], known !== undefined && known > at ? known : at)
}
