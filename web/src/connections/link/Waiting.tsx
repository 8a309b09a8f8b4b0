import { Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { serverNow } from '../../ui/server-clock.ts'

/** A longer wait is shown as slow (ms). */
const SLOW_AFTER_MS = 30_000

interface WaitingProps {
  /** What the page waits for, in words. */
  text: string
  /** Start of the wait, ISO 8601, by the server's clock. It lasts at most half a minute from now. */
  since: string | undefined
  isBusy: boolean
  onAgain: () => void
  /** Whether the background is white, in the dark scheme too. */
  onPaper?: boolean
}

/** Shows a wait, and offers a retry when it takes too long. */
export function Waiting({ text, since, isBusy, onAgain, onPaper = false }: WaitingProps) {
  const { t } = useTexts()
  const [isSlow, setIsSlow] = useState(false)
  // A new start begins a new wait.
  useEffect(() => {
    setIsSlow(false)
    const waited = since === undefined ? 0 : Math.max(0, serverNow() - Date.parse(since))
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS - waited)
    return () => clearTimeout(timer)
  }, [since])
  return (
    <Stack align="center" role="status" gap="sm">
      <Loader />
      <Text size="sm" ta="center" c={onPaper ? '#495057' : undefined}>
        {isSlow ? t('connections.link.slow') : text}
      </Text>
      {isSlow && (
        <Button size="xs" loading={isBusy} onClick={onAgain}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Stack>
  )
}
