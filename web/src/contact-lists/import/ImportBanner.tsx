import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { isRunning, useImport } from './use-import.ts'

interface ImportBannerProps {
  contactListId: string
  importId: string
  onOpen: () => void
}

/** An import that goes on while its dialog is closed. */
export function ImportBanner({ contactListId, importId, onOpen }: ImportBannerProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const { data } = useImport(contactListId, importId)
  if (!data || !isRunning(data)) return null
  return (
    <Alert
      color="blue"
      icon={<IconFileImport aria-hidden />}
      mb="md"
      title={t('contactLists.import.running')}
    >
      <Stack gap="xs">
        <Progress value={100} animated aria-label={t('contactLists.import.running')} />
        <Group justify="space-between">
          <Text size="sm">{t('contactLists.import.readSoFar', { rows: format(data.read) })}</Text>
          <Button size="xs" variant="default" onClick={onOpen}>
            {t('contactLists.import.see')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
