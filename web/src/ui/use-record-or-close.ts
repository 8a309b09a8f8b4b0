import { useEffect } from 'react'
import { toastError } from './toast.ts'

/**
 * The record of a dialog, once it is loaded. If it cannot be loaded, a toast says so and the dialog closes. A failed
 * refresh closes nothing: the dialog may have typed text.
 */
export function useRecordOrClose<T>(
  { data, error }: { data: T | undefined; error: Error | null },
  onClose: () => void,
): T | undefined {
  const failure = data === undefined ? error : null
  useEffect(() => {
    if (!failure) return
    toastError(failure)
    onClose()
  }, [failure, onClose])
  return data
}
