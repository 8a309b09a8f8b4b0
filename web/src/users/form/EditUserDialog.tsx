import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { userQuery } from '../queries.ts'
import { UserDialog } from './UserDialog.tsx'

/** Loads the user whose id is in the URL, and opens the dialog. */
export function EditUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const user = useRecordOrClose(userQuery(userId), onClose)
  return user ? <UserDialog user={user} onClose={onClose} /> : null
}
