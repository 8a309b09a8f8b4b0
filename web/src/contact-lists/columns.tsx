import { Anchor, Badge, Group, Text } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { useNumbers } from '../ui/use-numbers.ts'

interface RowActions {
  onEdit: (id: string) => void
  onDelete: (contactList: ContactList) => void
}

export function useContactListColumns({ onEdit, onDelete }: RowActions): Column<ContactList>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const count = (key: 'contactsCount' | 'valids' | 'invalids', header: string): Column<ContactList> => ({
    key,
    header,
    width: 120,
    minTableWidth: key === 'contactsCount' ? undefined : 720,
    cell: (contactList) => <Text size="sm">{format(contactList[key])}</Text>,
  })
  return [
    {
      key: 'name',
      header: t('contactLists.name'),
      place: 'title',
      cell: (contactList) => <Name {...contactList} />,
    },
    count('contactsCount', t('contactLists.columns.contacts')),
    count('valids', t('contactLists.columns.valids')),
    count('invalids', t('contactLists.columns.invalids')),
    {
      key: 'isDuplicated',
      header: t('contactLists.columns.duplication'),
      width: 150,
      minTableWidth: 860,
      cell: ({ isDuplicated }) => (
        <Text size="sm">{isDuplicated ? t('contactLists.enabled') : t('contactLists.disabled')}</Text>
      ),
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 150,
      align: 'right',
      cell: (contactList) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <RowAction
            label={t('contactLists.open')}
            icon={IconUsers}
            link={{ to: '/contact-lists/$contactListId/contacts', params: { contactListId: contactList.id } }}
          />
          <RowAction label={t('common.edit')} icon={IconPencil} onClick={() => onEdit(contactList.id)} />
          <RowAction
            label={t('common.delete')}
            icon={IconTrash}
            danger
            onClick={() => onDelete(contactList)}
          />
        </Group>
      ),
    },
  ]
}

function Name({ id, name, importId }: ContactList) {
  const { t } = useTexts()
  return (
    <Group gap="xs">
      <Anchor
        size="sm"
        fw={600}
        c="var(--mantine-color-text)"
        renderRoot={(props) => (
          <Link to="/contact-lists/$contactListId/contacts" params={{ contactListId: id }} {...props} />
        )}
      >
        {name}
      </Anchor>
      {importId && (
        <Badge color="blue" variant="light">
          {t('contactLists.import.running')}
        </Badge>
      )}
    </Group>
  )
}
