import { Button, Group, Text } from '@mantine/core'
import { IconFile, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'

interface NotSentProps {
  hasFailed: boolean
  reason: string | undefined
  onRetry: () => void
  /** For a file that was refused as what it is. */
  onSendAsDocument?: (() => void) | undefined
  onDiscard: () => void
}

/** Why a message of this browser did not leave, with the choice to send or discard it. */
export function NotSent({ hasFailed, reason, onRetry, onSendAsDocument, onDiscard }: NotSentProps) {
  const { t } = useTexts()
  return (
    <Group gap="xs" mt={4} role="alert">
      <Text size="xs" c={hasFailed ? 'var(--mantine-color-error)' : undefined}>
        {reason}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconRefresh size={13} aria-hidden />}
        onClick={onRetry}
      >
        {hasFailed ? t('tickets.send.retry') : t('tickets.outbox.sendNow')}
      </Button>
      {onSendAsDocument && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFile size={13} aria-hidden />}
          onClick={onSendAsDocument}
        >
          {t('tickets.files.asDocument')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconTrash size={13} aria-hidden />}
        onClick={onDiscard}
      >
        {t('tickets.send.discard')}
      </Button>
    </Group>
  )
}
