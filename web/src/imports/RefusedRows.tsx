import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { ContactImport } from '@recado/shared/imports/import'
import { IconDownload } from '@tabler/icons-react'
import { hasText } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { isRunning } from './is-running.ts'
import { useRefusedRowsDownload } from './queries.ts'
import type { ImportTarget } from './target.ts'

interface RefusedRowsProps {
  target: ImportTarget
  progress: ContactImport
}

/** The reasons for refused rows with their counts; after the import, a download of the rows. */
export function RefusedRows({ target, progress }: RefusedRowsProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const download = useRefusedRowsDownload(target)
  const reasons = Object.entries(progress.refusedReasons)
  if (reasons.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('imports.whyRefused')}
      </Text>
      <List size="sm">
        {reasons.map(([reason, rows]) => {
          const key = `imports.reasons.${reason}`
          return (
            <List.Item key={reason}>
              {hasText(key) ? t(key) : reason}: {format(rows)}
            </List.Item>
          )
        })}
      </List>
      {!isRunning(progress) && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate(progress.importId)}
          >
            {t('imports.downloadRefused')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
