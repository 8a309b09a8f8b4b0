import { Button, ColorSwatch, Stack, Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Directory } from '../directory.ts'

interface QueueDialogProps {
  /** The queues of the ticket's connection. */
  queueIds: readonly string[]
  directory: Directory
  isBusy: boolean
  onChoose: (queueId: string) => void
  onClose: () => void
}

/** Asks for the queue of a ticket whose customer has not chosen one. */
export function QueueDialog({ queueIds, directory, isBusy, onChoose, onClose }: QueueDialogProps) {
  const { t } = useTexts()
  const queues = queueIds.flatMap((id) => directory.queues.get(id) ?? [])
  return (
    <Dialog opened isBusy={isBusy} onClose={onClose} title={t('tickets.queue.title')}>
      <Stack gap="sm">
        <Text>{t('tickets.queue.text')}</Text>
        {queues.map(({ id, name, color }, index) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            leftSection={<ColorSwatch size={14} color={color} aria-hidden />}
            disabled={isBusy}
            onClick={() => onChoose(id)}
            data-autofocus={index === 0 || undefined}
          >
            {name}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
