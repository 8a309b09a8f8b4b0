import { ColorSwatch, Group, Text } from '@mantine/core'
import type { Tag } from '@recado/shared/tags/tag'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { EditActions } from '../../ui/EditActions.tsx'
import { DateTime } from '../../zone/DateTime.tsx'

interface RowActions {
  onEdit: (tag: Tag) => void
  onDelete: (tag: Tag) => void
}

export function useTagColumns({ onEdit, onDelete }: RowActions): Column<Tag>[] {
  const { t } = useTexts()
  const mayDelete = useMay('drawer-admin-items:view')
  return [
    {
      key: 'name',
      header: t('tags.name'),
      place: 'title',
      cell: ({ name, color }) => (
        <Group gap="sm" wrap="nowrap">
          <ColorSwatch size={16} color={color} style={{ flexShrink: 0 }} aria-hidden />
          <Text size="sm" fw={600}>
            {name}
          </Text>
        </Group>
      ),
    },
    {
      key: 'kanban',
      header: t('tags.kanban'),
      width: 140,
      isEmpty: ({ kanban }) => !kanban,
      minTableWidth: 640,
      cell: ({ kanban }) => kanban && <Text size="sm">{t('tags.isStage')}</Text>,
    },
    {
      key: 'createdAt',
      header: t('tags.createdAt'),
      width: 180,
      cell: ({ createdAt }) => <DateTime instant={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (tag) => (
        <EditActions
          name={tag.name}
          onEdit={() => onEdit(tag)}
          onDelete={mayDelete ? () => onDelete(tag) : undefined}
        />
      ),
    },
  ]
}
