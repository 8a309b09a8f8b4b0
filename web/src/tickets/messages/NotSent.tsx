import { Button, Group, Text } from '@mantine/core'
import { IconFile, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface NotSentProps {
  hasFailed: boolean
  reason: string | undefined
  /** Undefined if the same message would be refused again. */
  onRetry: (() => void) | undefined
  /** For a file that was refused as a picture, video or audio. */
  onSendAsDocument?: (() => void) | undefined
  onDiscard: () => void
}

/** Why a message of this browser did not leave, with the choice to send it or, after a question, to discard it. */
export function NotSent({ hasFailed, reason, onRetry, onSendAsDocument, onDiscard }: NotSentProps) {
  const { t } = useTexts()
  const [isDiscarding, setIsDiscarding] = useState(false)
  return (
    <Group gap="xs" mt={4} role="alert">
      <Text size="xs" c={hasFailed ? 'var(--mantine-color-error)' : undefined}>
        {reason}
      </Text>
      {onRetry && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRefresh size={13} aria-hidden />}
          onClick={onRetry}
        >
          {hasFailed ? t('tickets.send.retry') : t('tickets.outbox.sendNow')}
        </Button>
      )}
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
        onClick={() => setIsDiscarding(true)}
      >
        {t('tickets.send.discard')}
      </Button>
      <ConfirmDialog
        opened={isDiscarding}
        title={t('tickets.send.discardTitle')}
        action={t('tickets.send.discard')}
        danger
        isBusy={false}
        onConfirm={onDiscard}
        onClose={() => setIsDiscarding(false)}
      >
        {t('tickets.send.discardText')}
      </ConfirmDialog>
    </Group>
  )
}
