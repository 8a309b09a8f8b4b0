import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSaveStageOrder } from '../../tags/queries.ts'
import { toastInfo } from '../../ui/toast.ts'
import type { Stage } from './stage.ts'

interface StageMenuProps {
  stage: Stage
  stages: readonly Stage[]
}

/** Changes the order of the columns, or the tag of one. */
export function StageMenu({ stage, stages }: StageMenuProps) {
  const { t } = useTexts()
  const save = useSaveStageOrder()
  const tags = stages.flatMap(({ tag }) => tag ?? [])
  const at = tags.findIndex(({ id }) => id === stage.id)
  const moveBy = (by: -1 | 1) => {
    const tag = tags[at]
    if (!tag || save.isPending) return
    const others = tags.filter((other) => other !== tag)
    const place = { name: stage.name, place: at + by + 1, of: tags.length }
    save.mutate(others.toSpliced(at + by, 0, tag), {
      onSuccess: () => toastInfo(t('kanban.place', place), `place-${tag.id}`),
    })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('kanban.optionsOf', { name: stage.name })}
          loading={save.isPending}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          disabled={at === 0}
          onClick={() => moveBy(-1)}
        >
          {t('kanban.toTheLeft')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} aria-hidden />}
          disabled={at === tags.length - 1}
          onClick={() => moveBy(1)}
        >
          {t('kanban.toTheRight')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/tags" search={{ dialog: 'edit', id: stage.id ?? '' }} {...props} />
          )}
        >
          {t('tags.edit')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
