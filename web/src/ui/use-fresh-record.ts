import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

interface FreshRecord<T> {
  /** undefined until it is fetched. */
  record: T | undefined
  /** Why it could not be fetched; null while a fetch runs, and once there is a record. */
  failure: Error | null
  isFetching: boolean
  refetch(): Promise<unknown>
}

/**
 * A record for a form, fetched when the form opens: a form keeps the values that it begins with, so an outdated record from
 * the cache would be written back.
 */
export function useFreshRecord<T, K extends QueryKey>(
  query: UseQueryOptions<T, Error, T, K>,
): FreshRecord<T> {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({ ...query, refetchOnMount: 'always' })
  const [cachedAt] = useState(dataUpdatedAt)
  const record = dataUpdatedAt === cachedAt ? undefined : data
  // An error of an earlier fetch remains until the new fetch ends.
  const failure = record === undefined && !isFetching ? error : null
  return { record, failure, isFetching, refetch }
}
