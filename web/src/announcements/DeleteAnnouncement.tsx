import type { Announcement } from '@recado/shared/announcements/announcement'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useDeleteAnnouncement } from './queries.ts'

interface DeleteAnnouncementProps {
  announcement: Announcement | undefined
  onClose: () => void
}

export function DeleteAnnouncement({ announcement, onClose }: DeleteAnnouncementProps) {
  const { t } = useTexts()
  const remove = useDeleteAnnouncement()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!announcement || remove.isPending) return
    remove.mutate(announcement.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `announcement-${announcement.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={announcement !== undefined}
      title={t('announcements.delete.title', { title: announcement?.title ?? '' })}
      action={t('announcements.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('announcements.delete.text')}
    </ConfirmDialog>
  )
}
