import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAwaited } from './awaited.ts'
import { toastError } from './toast.ts'

/**
 * The record of a dialog, fetched when the dialog opens: a form keeps the values that it begins with, so an outdated one
 * from the cache would be written back. If it cannot be loaded, a toast says so and the dialog closes. A failed refresh
 * closes nothing: the dialog may have typed text.
 */
export function useRecordOrClose<T, K extends QueryKey>(
  query: UseQueryOptions<T, Error, T, K>,
  onClose: () => void,
): T | undefined {
  const { data, dataUpdatedAt, error, isFetching } = useQuery({ ...query, refetchOnMount: 'always' })
  const [cachedAt] = useState(dataUpdatedAt)
  const record = dataUpdatedAt === cachedAt ? undefined : data
  // An error of an earlier fetch remains until the new fetch ends.
  const failure = record === undefined && !isFetching ? error : null
  useAwaited(record === undefined && isFetching)
  useEffect(() => {
    if (!failure) return
    toastError(failure)
    onClose()
  }, [failure, onClose])
  return record
}
