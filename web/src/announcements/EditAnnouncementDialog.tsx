import { useRecordOrClose } from '../ui/use-record-or-close.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { announcementQuery } from './queries.ts'

interface EditAnnouncementDialogProps {
  announcementId: string
  onClose: () => void
}

/** Loads the announcement whose id is in the URL, and opens the dialog. */
export function EditAnnouncementDialog({ announcementId, onClose }: EditAnnouncementDialogProps) {
  const announcement = useRecordOrClose(announcementQuery(announcementId), onClose)
  return announcement ? <AnnouncementDialog announcement={announcement} onClose={onClose} /> : null
}
