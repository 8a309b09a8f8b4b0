import { Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

/** What takes longer than this is said to be slow, in milliseconds. */
const SLOW_AFTER_MS = 30_000

interface WaitingProps {
  /** What is waited for. */
  text: string
  /** The waiting counts from this moment, ISO 8601, by the server's clock; at most half a minute from now on. */
  since: string | undefined
  isBusy: boolean
  onAgain: () => void
  /** Stands on white, in the dark scheme too. */
  onPaper?: boolean
}

/** Waits for something, and does not wait silently for ever. */
export function Waiting({ text, since, isBusy, onAgain, onPaper = false }: WaitingProps) {
  const { t } = useTexts()
  const [isSlow, setIsSlow] = useState(false)
  // Whatever has changed since, the waiting begins anew.
  useEffect(() => {
    setIsSlow(false)
    const waited = since === undefined ? 0 : Math.max(0, Date.now() - Date.parse(since))
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
