import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Outgoing } from '../outgoing.ts'

interface AlreadyAnsweredDialogProps {
  message: Outgoing
  onAnyway: () => void
  /** The text goes back into the composer. */
  onLook: () => void
}

/** Warns that a colleague, or the phone, answered while the user was writing. */
export function AlreadyAnsweredDialog({ message, onAnyway, onLook }: AlreadyAnsweredDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      opened
      onClose={onLook}
      title={t('tickets.answered.title', { userName: message.reason })}
      fullScreen={false}
    >
      <Stack>
        <Text>{t('tickets.answered.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onAnyway}>
            {t('tickets.answered.anyway')}
          </Button>
          <Button onClick={onLook} data-autofocus>
            {t('tickets.answered.look')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
