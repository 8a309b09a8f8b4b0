import { Button, Group, Text } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { IconDeviceMobile, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { failureWords } from '../../messages/failure-words.ts'
import { useMessageActions } from './actions/message-actions.tsx'

interface FailureLineProps {
  message: ShownMessage
  tick: 'failed' | 'unknown'
}

/** Why a message did not leave, or may not have, and what can be done about it. */
export function FailureLine({ message, tick }: FailureLineProps) {
  const { t } = useTexts()
  const { mayWrite, isStranger, retry, ask } = useMessageActions()
  const { failureCode, retriedAs } = message
  const reason = tick === 'unknown' ? t('tickets.send.unknown') : failureWords(failureCode, t, isStranger)
  return (
    <Group gap="xs" mt={4}>
      <Text size="xs" c={tick === 'failed' ? 'var(--mantine-color-error)' : undefined}>
        {reason}
        {retriedAs && ` · ${t('tickets.send.sentAgain')}`}
      </Text>
      {tick === 'unknown' && !retriedAs && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDeviceMobile size={13} aria-hidden />}
          onClick={() => ask({ kind: 'checkOnPhone', message })}
        >
          {t('tickets.send.check')}
        </Button>
      )}
      {mayWrite && !retriedAs && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRefresh size={13} aria-hidden />}
          onClick={() => (tick === 'unknown' ? ask({ kind: 'sendAgain', message }) : retry(message))}
        >
          {tick === 'unknown' ? t('tickets.send.again') : t('tickets.send.retry')}
        </Button>
      )}
    </Group>
  )
}
