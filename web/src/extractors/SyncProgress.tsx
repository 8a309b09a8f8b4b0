import { Alert, Progress, Stack, Text } from '@mantine/core'
import type { GroupFetch } from '@recado/shared/groups/group-fetch'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from '../ui/toast.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { isFetching } from './fetches.ts'
import { useGroups } from './queries.ts'

/** The progress of reading the groups, per account, and the failures of the last run. */
export function SyncProgress() {
  const { t } = useTexts()
  const { data } = useGroups()
  const fetches = data?.fetches ?? []
  const failed = fetches.filter(({ status }) => status === 'FAILED')
  return (
    <>
      {isFetching(fetches) && (
        <Alert
          role="group"
          color="blue"
          icon={<IconRefresh aria-hidden />}
          mb="md"
          title={t('extractors.sync.running')}
        >
          <Stack gap="sm">
            {fetches
              .filter(({ status }) => status !== 'FAILED')
              .map((fetch) => (
                <FetchBar key={fetch.whatsappId} fetch={fetch} />
              ))}
            <Text size="sm" c="dimmed">
              {t('extractors.sync.goesOn')}
            </Text>
          </Stack>
        </Alert>
      )}
      {failed.map(({ whatsappId, whatsappName, error }) => (
        <Alert
          key={whatsappId}
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          mb="md"
          title={t('extractors.sync.failed', { name: whatsappName })}
        >
          {textOf(error ?? 'ERR_INTERNAL')}
        </Alert>
      ))}
    </>
  )
}

function FetchBar({ fetch: { whatsappName, stored, total, status } }: { fetch: GroupFetch }) {
  const { t } = useTexts()
  const format = useNumbers()
  const isKnown = total !== null && total > 0
  const state = () => {
    if (status === 'DONE') return t('extractors.sync.read', { count: stored })
    return total === null
      ? t('extractors.sync.asking')
      : t('extractors.sync.stored', { stored: format(stored), total: format(total) })
  }
  return (
    <Stack gap={4}>
      <Text size="sm" className="figures">
        {whatsappName}: {state()}
      </Text>
      <Progress
        value={status === 'DONE' || !isKnown ? 100 : (stored / total) * 100}
        animated={status === 'FETCHING' && !isKnown}
        aria-label={whatsappName}
      />
    </Stack>
  )
}
