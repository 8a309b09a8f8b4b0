import { Group, Text } from '@mantine/core'
import type { ExtractedContacts } from '@recado/shared/extractors/extracted'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { useNumbers } from '../ui/use-numbers.ts'
import { useExtractedContactsDownload } from './queries.ts'
import { UnknownNumbers } from './UnknownNumbers.tsx'

export function useExtractedContactsColumns(): Column<ExtractedContacts>[] {
  const { t } = useTexts()
  const format = useNumbers()
  return [
    {
      key: 'connection',
      header: t('extractors.columns.connection'),
      place: 'title',
      cell: ({ whatsapp }) => (
        <Text size="sm" fw={600}>
          {whatsapp.name}
        </Text>
      ),
    },
    {
      key: 'count',
      header: t('extractors.columns.contacts'),
      cell: ({ count, unknownNumbers }) => (
        <Group gap="xs">
          <Text size="sm">{format(count)}</Text>
          <UnknownNumbers count={unknownNumbers} />
        </Group>
      ),
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 90,
      align: 'right',
      cell: ({ whatsappId }) => <Download whatsappId={whatsappId} />,
    },
  ]
}

function Download({ whatsappId }: { whatsappId: string }) {
  const { t } = useTexts()
  const download = useExtractedContactsDownload()
  return (
    <Group justify="flex-end">
      <RowAction
        label={t('exports.download')}
        icon={IconDownload}
        loading={download.isPending}
        onClick={() => download.mutate(whatsappId)}
      />
    </Group>
  )
}
