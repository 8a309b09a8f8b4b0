import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { settingsQuery } from '../queries.ts'
import { SettingsForm } from './SettingsForm.tsx'

export function SettingsPage() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  return (
    <>
      <PageHeader title={t('settings.title')} />
      {data && <SettingsForm settings={data} />}
      {error && !data && <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!error && !data && (
        <Stack maw={640}>
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={60} />
        </Stack>
      )}
    </>
  )
}
