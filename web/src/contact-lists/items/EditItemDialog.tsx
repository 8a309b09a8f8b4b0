import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { itemQuery } from './queries.ts'

/** Loads the contact whose id is in the URL, and opens the dialog. */
export function EditItemDialog({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const item = useRecordOrClose(itemQuery(itemId), onClose)
  return item ? <ItemDialog contactListId={item.contactListId} item={item} onClose={onClose} /> : null
}
