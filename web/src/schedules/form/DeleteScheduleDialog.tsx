import type { Schedule } from '@recado/shared/schedules/schedule'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteSchedule } from '../queries.ts'
import { useScheduleWords } from '../use-schedule-words.ts'

interface DeleteScheduleDialogProps {
  schedule: Schedule | undefined
  onClose: () => void
}

export function DeleteScheduleDialog({ schedule, onClose }: DeleteScheduleDialogProps) {
  const { t } = useTexts()
  const words = useScheduleWords()
  const remove = useDeleteSchedule()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!schedule || remove.isPending) return
    remove.mutate(schedule.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${schedule.id}`)
        close()
      },
    })
  }
  const names = schedule ? words.names(schedule) : { name: '', moment: '' }
  return (
    <ConfirmDialog
      opened={schedule !== undefined}
      title={t('schedules.delete.title', names)}
      action={t('schedules.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t(schedule?.status === 'ERRO' ? 'schedules.delete.failed' : 'schedules.delete.text', names)}
    </ConfirmDialog>
  )
}
