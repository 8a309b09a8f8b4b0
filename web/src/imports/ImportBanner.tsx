import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { ImportBar } from './ImportBar.tsx'
import { isRunning } from './is-running.ts'
import type { ImportTarget } from './target.ts'
import { useImport } from './use-import.ts'

interface ImportBannerProps {
  target: ImportTarget
  importId: string
  onOpen: () => void
}

/** A running import whose dialog is closed. */
export function ImportBanner({ target, importId, onOpen }: ImportBannerProps) {
  const { t } = useTexts()
  const { data } = useImport(target, importId)
  if (!data || !isRunning(data)) return null
  return (
    <Alert
      role="group"
      color="blue"
      icon={<IconFileImport aria-hidden />}
      mb="md"
      title={t('imports.running')}
    >
      <Stack gap="xs">
        <ImportBar progress={data} />
        <Group justify="flex-end">
          <Button size="xs" variant="default" onClick={onOpen}>
            {t('imports.see')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
