import { Alert, Text } from '@mantine/core'
import type { ContactImport } from '@recado/shared/imports/import'
import { IconAlertTriangle, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from '../ui/toast.ts'
import type { ImportTarget } from './target.ts'

interface ImportOutcomeProps {
  target: ImportTarget
  progress: ContactImport
}

/** The result of an import. */
export function ImportOutcome({ target, progress }: ImportOutcomeProps) {
  const { t } = useTexts()
  const { status, error, imported, shortened } = progress
  if (status === 'FAILED') {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('imports.failed')}>
        {textOf(error ?? 'ERR_INTERNAL')}
      </Alert>
    )
  }
  if (status === 'CANCELLED') {
    return (
      <Alert color="yellow" role="status" icon={<IconHandStop aria-hidden />} title={t('imports.cancelled')}>
        {t(`imports.stays.${target.kind}`)}
      </Alert>
    )
  }
  return (
    <Alert color="green" role="status" icon={<IconCircleCheck aria-hidden />} title={t('imports.done')}>
      {t(`imports.doneText.${target.kind}`, { count: imported })}
      {shortened > 0 && <Text size="sm">{t('imports.shortened', { count: shortened })}</Text>}
    </Alert>
  )
}
