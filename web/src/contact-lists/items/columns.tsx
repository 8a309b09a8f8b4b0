import { Badge, Group, Text } from '@mantine/core'
import type { ContactListType } from '@recado/shared/contact-lists/contact-list'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { EditActions } from '../../ui/EditActions.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { Validity } from './Validity.tsx'

interface RowActions {
  onEdit: (id: string) => void
  onDelete: (item: ContactListItem) => void
}

/** Columns of a list's contacts. Members of a group have WhatsApp's data only, and cannot be edited. */
export function useItemColumns(
  type: ContactListType,
  { onEdit, onDelete }: RowActions,
): Column<ContactListItem>[] {
  const { t } = useTexts()
  const mayDelete = useMay('contacts-page:deleteContact')
  const isGroup = type === 'GROUP'
  const variable = (key: 'var1' | 'var2' | 'var3'): Column<ContactListItem> => ({
    key,
    header: t(`contacts.${key}`),
    width: '9%',
    minTableWidth: 1080,
    isEmpty: (item) => item[key] === '',
    cell: (item) => <Plain text={item[key]} />,
  })
  const extra: Column<ContactListItem>[] = [
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
  ]
  const actions: Column<ContactListItem> = {
    key: 'actions',
    header: t('common.actions'),
    place: 'actions',
    width: 110,
    align: 'right',
    cell: (item) => (
      <EditActions
        name={item.name || t('common.nameless')}
        onEdit={() => onEdit(item.id)}
        onDelete={mayDelete ? () => onDelete(item) : undefined}
      />
    ),
  }
  return [
    {
      key: 'name',
      header: t('contacts.name'),
      place: 'title',
      cell: (item) => <Name item={item} />,
    },
    {
      key: 'number',
      header: t('contacts.number'),
      width: 190,
      cell: ({ number }) => <PhoneNumber number={number} />,
    },
    ...(isGroup ? [] : extra),
    {
      key: 'isWhatsappValid',
      header: t('contacts.columns.validity'),
      width: 170,
      cell: ({ isWhatsappValid }) => <Validity isWhatsappValid={isWhatsappValid} />,
    },
    ...(isGroup ? [] : [actions]),
  ]
}

function Name({ item: { name, admin } }: { item: ContactListItem }) {
  const { t } = useTexts()
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {name || t('common.nameless')}
      </Text>
      {admin && (
        <Badge variant="light" color="blue" tt="none">
          {t('contacts.admin')}
        </Badge>
      )}
    </Group>
  )
}

function PhoneNumber({ number }: { number: string }) {
  const { t } = useTexts()
  return (
    <Text size="sm" c={number ? undefined : 'dimmed'}>
      {number ? <ShownNumber number={number} /> : t('contacts.hiddenNumber')}
    </Text>
  )
}

const Plain = ({ text }: { text: string }) => (
  <Text size="sm" lineClamp={2}>
    {text || '—'}
  </Text>
)
