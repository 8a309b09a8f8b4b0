import { Alert, Button, Group, List, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { ContactImport } from '@recado/shared/contact-lists/import'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { hasText } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { textOf } from '../../ui/toast.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { ImportCounts } from './ImportCounts.tsx'
import { isRunning, useImport } from './use-import.ts'

interface ImportProgressProps {
  contactListId: string
  importId: string
  onAgain: () => void
  onClose: () => void
}

export function ImportProgress({ contactListId, importId, onAgain, onClose }: ImportProgressProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useImport(contactListId, importId)
  if (error && !data) return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <Skeleton height={140} />
  const runs = isRunning(data)
  return (
    <Stack>
      {runs ? <Running /> : <Outcome progress={data} />}
      {data.status !== 'FAILED' && <ImportCounts progress={data} />}
      <Reasons progress={data} />
      <Group justify="flex-end">
        {!runs && (
          <Button variant="default" onClick={onAgain}>
            {t('contactLists.import.again')}
          </Button>
        )}
        <Button variant={runs ? 'default' : 'filled'} onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Running() {
  const { t } = useTexts()
  return (
    <Stack gap={6}>
      <Progress size="lg" value={100} animated aria-label={t('contactLists.import.running')} />
      <Text size="sm" c="dimmed" role="status">
        {t('contactLists.import.goesOn')}
      </Text>
    </Stack>
  )
}

function Outcome({ progress: { status, error, imported } }: { progress: ContactImport }) {
  const { t } = useTexts()
  if (status === 'FAILED') {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('contactLists.import.failed')}
      >
        {textOf(error ?? 'ERR_INTERNAL')}
      </Alert>
    )
  }
  return (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t('contactLists.import.done')}
    >
      {t('contactLists.import.doneToast', { count: imported })}
    </Alert>
  )
}

/** Why rows were refused, in words, with how many. */
function Reasons({ progress: { refusedReasons } }: { progress: ContactImport }) {
  const { t } = useTexts()
  const format = useNumbers()
  const reasons = Object.entries(refusedReasons)
  if (reasons.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('contactLists.import.whyRefused')}
      </Text>
      <List size="sm">
        {reasons.map(([reason, rows]) => {
          const key = `contactLists.import.reasons.${reason}`
          return (
            <List.Item key={reason}>
              {hasText(key) ? t(key) : reason}: {format(rows)}
            </List.Item>
          )
        })}
      </List>
    </Stack>
  )
}
