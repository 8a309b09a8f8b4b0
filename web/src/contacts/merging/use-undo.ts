import i18next from 'i18next'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useUndoMerge } from '../queries.ts'

/** Takes a merge back and says so. */
export function useUndo() {
  const { mutate, isPending } = useUndoMerge()
  const undo = (mergeId: string) =>
    mutate(mergeId, {
      onSuccess: () => toastSuccess(i18next.t('contactBook.merge.undone'), `undone-${mergeId}`),
      onError: (error) => toastError(error),
    })
  return { undo, isPending }
}
