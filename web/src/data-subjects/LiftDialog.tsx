import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useLiftErasure } from './queries.ts'

interface LiftDialogProps {
  erasure: Erasure | undefined
  onClose: () => void
}

/** Lifts an erasure. An erased person may be messaged only after a new consent. */
export function LiftDialog({ erasure, onClose }: LiftDialogProps) {
  const { t } = useTexts()
  const lift = useLiftErasure()
  const close = () => {
    lift.reset()
    onClose()
  }
  const confirm = () => {
    if (!erasure || lift.isPending) return
    lift.mutate(erasure.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `lifted-${erasure.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={erasure !== undefined}
      title={t('privacy.lift.title', { digits: erasure?.lastDigits ?? '' })}
      action={t('privacy.lift.action')}
      isBusy={lift.isPending}
      error={lift.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('privacy.lift.text')}
    </ConfirmDialog>
  )
}
