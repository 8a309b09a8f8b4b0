import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { RecordActions } from './RecordActions.tsx'

interface EditActionsProps {
  name: string
  onEdit: () => void
  /** Without it, the user may not delete the record. */
  onDelete?: (() => void) | undefined
}

/** The actions of a record that is edited and deleted in a list. */
export function EditActions({ name, onEdit, onDelete }: EditActionsProps) {
  const { t } = useTexts()
  const edit = { label: `${t('common.edit')} ${name}`, icon: IconPencil, onClick: onEdit }
  const others = onDelete
    ? [{ label: t('common.delete'), icon: IconTrash, danger: true, onClick: onDelete }]
    : []
  return <RecordActions name={name} first={edit} others={others} />
}
