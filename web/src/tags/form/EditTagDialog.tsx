import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast.ts'
import { tagQuery } from '../queries.ts'
import { TagDialog } from './TagDialog.tsx'

/** Loads the tag whose id is in the URL, and opens the dialog. */
export function EditTagDialog({ tagId, onClose }: { tagId: string; onClose: () => void }) {
  const { data, error } = useQuery(tagQuery(tagId))
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return data ? <TagDialog tag={data} onClose={onClose} /> : null
}
