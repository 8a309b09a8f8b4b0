import { Button, Group, Paper, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useIsOutdated } from './release.ts'
import { useReleaseWatch } from './use-release-watch.ts'

/** Offers the new release. The page reloads only when the user asks for it. */
export function ReleaseBar() {
  const { t } = useTexts()
  useReleaseWatch()
  if (!useIsOutdated()) return null
  return (
    <Paper withBorder p="xs" mb="md" role="status">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{t('release.there')}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => location.reload()}
        >
          {t('release.reload')}
        </Button>
      </Group>
    </Paper>
  )
}
