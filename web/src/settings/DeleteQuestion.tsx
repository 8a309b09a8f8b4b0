import type { UseMutationResult } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'

interface DeleteQuestionProps {
  /** Id of the record to delete. */
  id: string
  title: string
  text: string
  action: string
  /** Whether another record still needs it. */
  isInUse?: boolean
  remove: UseMutationResult<unknown, Error, string>
  onClose: () => void
}

/** Asks before a record of the platform is deleted. */
export function DeleteQuestion({
  id,
  isInUse = false,
  text,
  remove,
  onClose,
  ...shown
}: DeleteQuestionProps) {
  const { t } = useTexts()
  const confirm = () => {
    if (remove.isPending) return
    remove.mutate(id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${id}`)
        onClose()
      },
      onError: (error) => toastError(error, { title: t('administration.failed') }),
    })
  }
  return (
    <ConfirmDialog
      {...shown}
      opened
      danger
      isBusy={remove.isPending}
      isDisabled={isInUse}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
