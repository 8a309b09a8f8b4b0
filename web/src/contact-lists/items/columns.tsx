import { Group, Text } from '@mantine/core'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { Validity } from './Validity.tsx'

interface RowActions {
  onEdit: (id: string) => void
  onDelete: (item: ContactListItem) => void
}

export function useItemColumns({ onEdit, onDelete }: RowActions): Column<ContactListItem>[] {
  const { t } = useTexts()
  const mayDelete = useMay('contacts-page:deleteContact')
  const variable = (key: 'var1' | 'var2' | 'var3'): Column<ContactListItem> => ({
    key,
    header: t(`contacts.${key}`),
    minTableWidth: 1080,
    isEmpty: (item) => item[key] === '',
    cell: (item) => <Plain text={item[key]} />,
  })
  return [
    {
      key: 'name',
      header: t('contacts.name'),
      place: 'title',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'number',
      header: t('contacts.number'),
      width: 190,
      cell: ({ number }) => <Text size="sm">{formatNumber(number)}</Text>,
    },
    {
      key: 'email',
      header: t('contacts.email'),
      minTableWidth: 840,
      isEmpty: ({ email }) => email === '',
      cell: ({ email }) => <Plain text={email} />,
    },
    variable('var1'),
    variable('var2'),
    variable('var3'),
    {
      key: 'isWhatsappValid',
      header: t('contacts.columns.validity'),
      width: 170,
      cell: ({ isWhatsappValid }) => <Validity isWhatsappValid={isWhatsappValid} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (item) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <RowAction label={t('common.edit')} icon={IconPencil} onClick={() => onEdit(item.id)} />
          {mayDelete && (
            <RowAction label={t('common.delete')} icon={IconTrash} danger onClick={() => onDelete(item)} />
          )}
        </Group>
      ),
    },
  ]
}

const Plain = ({ text }: { text: string }) => (
  <Text size="sm" lineClamp={2}>
    {text || '—'}
  </Text>
)
