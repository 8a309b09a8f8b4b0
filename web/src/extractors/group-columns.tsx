import { Group, Text } from '@mantine/core'
import type { ExtractedGroup } from '@recado/shared/extractors/extracted'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { contactsLink } from '../contact-lists/contacts-link.ts'
import { useGroupDownload } from '../contact-lists/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RecordActions } from '../ui/RecordActions.tsx'
import { useNumbers } from '../ui/use-numbers.ts'
import { TimeAgo } from '../zone/TimeAgo.tsx'
import { UnknownNumbers } from './UnknownNumbers.tsx'

export function useGroupColumns(): Column<ExtractedGroup>[] {
  const { t } = useTexts()
  const format = useNumbers()
  return [
    {
      key: 'name',
      header: t('extractors.groups.columns.group'),
      place: 'title',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'connection',
      header: t('extractors.columns.connection'),
      cell: ({ whatsappName }) => <Text size="sm">{whatsappName}</Text>,
    },
    {
      key: 'contacts',
      header: t('extractors.columns.contacts'),
      width: 230,
      cell: ({ contactsCount, unknownNumbers }) => (
        <Group gap="xs">
          <Text size="sm">{format(contactsCount)}</Text>
          <UnknownNumbers count={unknownNumbers} />
        </Group>
      ),
    },
    {
      key: 'updatedAt',
      header: t('extractors.groups.columns.updatedAt'),
      width: 140,
      minTableWidth: 760,
      cell: ({ updatedAt }) => <TimeAgo instant={updatedAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (group) => <GroupActions group={group} />,
    },
  ]
}

function GroupActions({ group: { id, name, contactListId } }: { group: ExtractedGroup }) {
  const { t } = useTexts()
  const download = useGroupDownload()
  const save = { label: t('exports.download'), icon: IconDownload, onClick: () => download.mutate(id) }
  if (!contactListId)
    return <RecordActions name={name} first={{ ...save, loading: download.isPending }} others={[]} />
  return (
    <RecordActions
      name={name}
      first={{
        label: t('extractors.groups.openList'),
        icon: IconUsers,
        link: contactsLink({ id: contactListId, type: 'GROUP' }),
      }}
      others={[{ ...save, disabled: download.isPending }]}
    />
  )
}
