import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAwaited } from './awaited.ts'
import { toastError } from './toast.ts'
import { useFreshRecord } from './use-fresh-record.ts'

/**
 * The record of a dialog, fetched when the dialog opens. If it cannot be loaded, a toast says so and the dialog closes. A
 * failed refresh closes nothing: the dialog may have typed text.
 */
export function useRecordOrClose<T, K extends QueryKey>(
  query: UseQueryOptions<T, Error, T, K>,
  onClose: () => void,
): T | undefined {
  const { record, failure, isFetching } = useFreshRecord(query)
  useAwaited(record === undefined && isFetching)
  useEffect(() => {
    if (!failure) return
    toastError(failure)
    onClose()
  }, [failure, onClose])
  return record
}
