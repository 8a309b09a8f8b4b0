import { Group, Text } from '@mantine/core'
import type { ContactList, ContactListType } from '@recado/shared/contact-lists/contact-list'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { TimeAgo } from '../../zone/TimeAgo.tsx'
import { ListName } from './ListName.tsx'
import { ListRowActions } from './ListRowActions.tsx'

interface RowActions {
  onEdit: (id: string) => void
  onDelete: (contactList: ContactList) => void
}

export function useContactListColumns(
  type: ContactListType,
  { onEdit, onDelete }: RowActions,
): Column<ContactList>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const count = (
    key: 'contactsCount' | 'valids' | 'invalids' | 'unknowns',
    header: string,
    minTableWidth: number | undefined,
  ): Column<ContactList> => ({
    key,
    header,
    width: 104,
    minTableWidth,
    cell: (contactList) => <Text size="sm">{format(contactList[key])}</Text>,
  })
  const plain = (text: string) => <Text size="sm">{text}</Text>

  const name: Column<ContactList> = {
    key: 'name',
    header: t('contactLists.name'),
    place: 'title',
    cell: (contactList) => <ListName contactList={contactList} />,
  }
  const counts = [
    count('contactsCount', t('contactLists.columns.contacts'), undefined),
    count('valids', t('contactLists.columns.valids'), 700),
    count('invalids', t('contactLists.columns.invalids'), 700),
  ]
  const actions: Column<ContactList> = {
    key: 'actions',
    header: t('common.actions'),
    place: 'actions',
    width: 110,
    align: 'right',
    cell: (contactList) => (
      <ListRowActions
        contactList={contactList}
        onEdit={() => onEdit(contactList.id)}
        onDelete={() => onDelete(contactList)}
      />
    ),
  }
  if (type === 'GROUP') {
    return [
      name,
      {
        key: 'connection',
        header: t('groupLists.columns.connection'),
        minTableWidth: 640,
        cell: ({ group }) => plain(group?.whatsappName ?? '—'),
      },
      ...counts,
      {
        key: 'updateAt',
        header: t('groupLists.columns.updateAt'),
        width: 130,
        minTableWidth: 820,
        cell: ({ updateAt }) => <TimeAgo instant={updateAt} />,
      },
      actions,
    ]
  }
  return [
    name,
    ...counts,
    count('unknowns', t('contactLists.columns.unknowns'), 800),
    {
      key: 'isDuplicated',
      header: t('contactLists.columns.duplication'),
      width: 126,
      minTableWidth: 900,
      cell: ({ isDuplicated }) => (
        <Group gap={6} wrap="nowrap">
          {plain(isDuplicated ? t('contactLists.enabled') : t('contactLists.disabled'))}
          {isDuplicated && <Hint text={t('contactLists.duplicationHint')} />}
        </Group>
      ),
    },
    actions,
  ]
}
