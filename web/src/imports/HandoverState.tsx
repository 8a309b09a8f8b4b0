import { Alert, Stack, Text } from '@mantine/core'
import type { Handover } from '@recado/shared/imports/import'
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from '../ui/toast.ts'
import { useNumbers } from '../ui/use-numbers.ts'

interface HandoverStateProps {
  sync: Handover
  /** Number of imported contacts. */
  imported: number
}

/** The progress of handing the contacts to the integrated platform. */
export function HandoverState({ sync: { status, synced, failed, error }, imported }: HandoverStateProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const isStopped = status === 'STOPPED'
  return (
    <Alert
      color={isStopped || failed > 0 ? 'yellow' : 'blue'}
      role="status"
      icon={isStopped ? <IconAlertTriangle aria-hidden /> : <IconArrowsExchange aria-hidden />}
      title={t('imports.synced.title')}
    >
      <Stack gap={2}>
        <Text size="sm">
          {t(`imports.synced.${status}`, { synced: format(synced), imported: format(imported) })}
        </Text>
        {failed > 0 && (
          <Text size="sm">{t('imports.synced.failed', { count: failed, failed: format(failed) })}</Text>
        )}
        {error && <Text size="sm">{textOf(error)}</Text>}
      </Stack>
    </Alert>
  )
}
