import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { contactListQuery } from '../queries.ts'
import { ContactListDialog } from './ContactListDialog.tsx'

interface EditContactListDialogProps {
  contactListId: string
  onClose: () => void
}

/** Loads the list whose id is in the URL, and opens the dialog. */
export function EditContactListDialog({ contactListId, onClose }: EditContactListDialogProps) {
  const contactList = useRecordOrClose(contactListQuery(contactListId), onClose)
  return contactList ? (
    <ContactListDialog contactList={contactList} onSaved={onClose} onClose={onClose} />
  ) : null
}
