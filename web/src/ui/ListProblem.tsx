import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from './toast.ts'

interface ListProblemProps {
  error: unknown
  /** What failed, if it is not a list. */
  title?: string | undefined
  onRetry: () => void
  isRetrying: boolean
}

/** An error of loading, its reason, and a button that retries. */
export function ListProblem({ error, title, onRetry, isRetrying }: ListProblemProps) {
  const { t } = useTexts()
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? t('errors.listNotLoaded')}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">{textOf(error)}</Text>
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={isRetrying}
            onClick={onRetry}
          >
            {t('common.tryAgain')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
