import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface NewMessagesDialogProps {
  count: number
  isBusy: boolean
  onAnyway: () => void
  onClose: () => void
}

/** Warns that the customer wrote while the ticket was being resolved. */
export function NewMessagesDialog({ count, isBusy, onAnyway, onClose }: NewMessagesDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      opened
      isBusy={isBusy}
      onClose={onClose}
      title={t('tickets.resolve.newTitle', { count })}
      fullScreen={false}
    >
      <Stack>
        <Text>{t('tickets.resolve.newText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={isBusy} onClick={onAnyway}>
            {t('tickets.resolve.anyway')}
          </Button>
          <Button onClick={onClose} disabled={isBusy} data-autofocus>
            {t('tickets.resolve.look')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
