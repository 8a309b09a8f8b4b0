import { Progress, Stack, Text } from '@mantine/core'
import type { ContactImport } from '@recado/shared/imports/import'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'

/** The progress of an import in rows; animated while the number of rows is unknown. */
export function ImportBar({ progress: { status, read, total } }: { progress: ContactImport }) {
  const { t } = useTexts()
  const format = useNumbers()
  const text = () => {
    if (status === 'WAITING') return t('imports.waiting')
    if (total === null) return t('imports.counting')
    return t('imports.readOf', { read: format(read), total: format(total) })
  }
  const isKnown = status === 'RUNNING' && total !== null && total > 0
  return (
    <Stack gap={6}>
      <Progress
        size="lg"
        value={isKnown ? Math.min(100, (read / total) * 100) : 100}
        animated={!isKnown}
        color={status === 'WAITING' ? 'gray' : 'green'}
        aria-label={t('imports.running')}
      />
      <Text size="sm" role="status" className="figures">
        {text()}
      </Text>
    </Stack>
  )
}
