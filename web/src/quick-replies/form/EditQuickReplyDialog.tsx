import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast.ts'
import { quickReplyQuery } from '../queries.ts'
import { QuickReplyDialog } from './QuickReplyDialog.tsx'

interface EditQuickReplyDialogProps {
  quickReplyId: string
  onClose: () => void
}

/** Loads the reply whose id is in the URL, and opens the dialog. */
export function EditQuickReplyDialog({ quickReplyId, onClose }: EditQuickReplyDialogProps) {
  const { data, error } = useQuery(quickReplyQuery(quickReplyId))
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return data ? <QuickReplyDialog reply={data} onClose={onClose} /> : null
}
