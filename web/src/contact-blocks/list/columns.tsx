import { Group, Text } from '@mantine/core'
import type { ContactBlock } from '@recado/shared/contact-blocks/contact-block'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import { Origin } from './Origin.tsx'

interface RowActions {
  onUnblock: (contactBlock: ContactBlock) => void
}

export function useContactBlockColumns({ onUnblock }: RowActions): Column<ContactBlock>[] {
  const { t } = useTexts()
  return [
    {
      key: 'name',
      header: t('blocks.name'),
      place: 'title',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'number',
      header: t('blocks.number'),
      width: 200,
      cell: ({ number }) => (
        <Text size="sm" c={number ? undefined : 'dimmed'}>
          {number ? <ShownNumber number={number} /> : t('contacts.hiddenNumber')}
        </Text>
      ),
    },
    {
      key: 'origin',
      header: t('blocks.columns.origin'),
      width: 210,
      cell: (contactBlock) => <Origin contactBlock={contactBlock} />,
    },
    {
      key: 'createdAt',
      header: t('blocks.columns.createdAt'),
      width: 160,
      cell: ({ createdAt }) => <DateTime instant={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 90,
      align: 'right',
      cell: (contactBlock) => (
        <Group justify="flex-end">
          <RowAction
            label={t('common.delete')}
            icon={IconTrash}
            danger
            onClick={() => onUnblock(contactBlock)}
          />
        </Group>
      ),
    },
  ]
}
