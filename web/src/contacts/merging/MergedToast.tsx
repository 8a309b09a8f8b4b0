import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { firstClick } from '../../ui/first-click.ts'
import { closable, status } from '../../ui/toast.ts'

/** Long enough to read the toast and reach its button, in milliseconds. */
const UNDO_SHOWN_MS = 10_000

/** Says that two contacts were merged, with a button that takes it back. */
export function announceMerge(mergeId: string, onUndo: (mergeId: string) => void): void {
  const id = `merged-${mergeId}`
  const undo = () => {
    notifications.hide(id)
    onUndo(mergeId)
  }
  notifications.show({
    ...closable(),
    id,
    color: 'green',
    autoClose: UNDO_SHOWN_MS,
    ...status(
      <Group justify="space-between" gap="sm">
        <Text size="sm">{i18next.t('contactBook.merge.done')}</Text>
        <Button size="compact-sm" variant="default" onClick={firstClick(undo)}>
          {i18next.t('contactBook.merge.undo')}
        </Button>
      </Group>,
    ),
  })
}
