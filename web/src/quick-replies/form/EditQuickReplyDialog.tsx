import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { quickReplyQuery } from '../queries.ts'
import { QuickReplyDialog } from './QuickReplyDialog.tsx'

interface EditQuickReplyDialogProps {
  quickReplyId: string
  onClose: () => void
}

/** Loads the reply whose id is in the URL, and opens the dialog. */
export function EditQuickReplyDialog({ quickReplyId, onClose }: EditQuickReplyDialogProps) {
  const reply = useRecordOrClose(quickReplyQuery(quickReplyId), onClose)
  return reply ? <QuickReplyDialog reply={reply} onClose={onClose} /> : null
}
