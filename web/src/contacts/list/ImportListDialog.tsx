import { Select, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactListChoicesQuery } from '../../contact-lists/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { useImportList } from '../queries.ts'

interface ImportListDialogProps {
  onStarted: (importId: string) => void
  onClose: () => void
}

/** Chooses the contact list whose people become contacts. */
export function ImportListDialog({ onStarted, onClose }: ImportListDialogProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const lists = useQuery(contactListChoicesQuery('PRIVATE'))
  const start = useImportList()
  const [listId, setListId] = useState<string | null>(null)
  const confirm = () => {
    if (!listId || start.isPending) return
    start.mutate(listId, { onSuccess: ({ importId }) => onStarted(importId) })
  }
  return (
    <ConfirmDialog
      opened
      title={t('imports.titleContacts')}
      action={t('imports.start.contacts')}
      isBusy={start.isPending}
      isDisabled={!listId}
      error={start.error ?? lists.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('contactBook.import.hint')}</Text>
      {lists.isPending ? (
        <Skeleton height={60} />
      ) : (
        <Select
          label={t('contactBook.import.list')}
          data={lists.data?.map(({ id, name, contactsCount }) => ({
            value: id,
            label: `${name} (${format(contactsCount)})`,
          }))}
          value={listId}
          onChange={setListId}
          nothingFoundMessage={t('contactBook.import.noLists')}
          searchable
        />
      )}
    </ConfirmDialog>
  )
}
