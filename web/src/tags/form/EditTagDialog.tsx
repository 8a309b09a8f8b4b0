import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { tagQuery } from '../queries.ts'
import { TagDialog } from './TagDialog.tsx'

/** Loads the tag whose id is in the URL, and opens the dialog. */
export function EditTagDialog({ tagId, onClose }: { tagId: string; onClose: () => void }) {
  const tag = useRecordOrClose(tagQuery(tagId), onClose)
  return tag ? <TagDialog tag={tag} onClose={onClose} /> : null
}
