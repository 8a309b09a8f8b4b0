import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { campaignSettingsQuery } from '../../zone/queries.ts'
import { CompanySending } from '../sending/CompanySending.tsx'
import { PlatformSending } from '../sending/PlatformSending.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** The company's campaign settings. Both types of campaigns share them and have a page each. */
export function SettingsPage() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(campaignSettingsQuery)
  const isOperator = useUser().super
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <Stack gap="xl" maw={720}>
        <CompanySending />
        {data && <SettingsForm settings={data} />}
        {error && !data && <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />}
        {!error && !data && (
          <Stack aria-busy>
            <Skeleton height={60} />
            <Skeleton height={60} />
            <Skeleton height={60} />
          </Stack>
        )}
        {isOperator && <PlatformSending />}
      </Stack>
    </>
  )
}
