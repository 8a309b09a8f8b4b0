import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast.ts'
import { userQuery } from '../queries.ts'
import { UserDialog } from './UserDialog.tsx'

/** Loads the user whose id is in the URL, and opens the dialog. */
export function EditUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data, error } = useQuery(userQuery(userId))
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return data ? <UserDialog user={data} onClose={onClose} /> : null
}
