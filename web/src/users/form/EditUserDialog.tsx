import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast.ts'
import { userQuery } from '../queries.ts'
import { UserDialog } from './UserDialog.tsx'

/** The dialog of a user of whom the address has the id alone. */
export function EditUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data, error } = useQuery(userQuery(userId))
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return data ? <UserDialog user={data} onClose={onClose} /> : null
}
