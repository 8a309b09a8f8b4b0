import { Stack } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { CAMPAIGN_PLACES } from '../places.ts'
import { campaignQuery } from '../queries.ts'
import './print.css'
import { ReportActions } from './ReportActions.tsx'
import { ReportContent } from './ReportContent.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import type { ReportSearch } from './report-search.ts'
import { useLightPrint } from './use-light-print.ts'
import { useReloadAfterEnd } from './use-reload-after-end.ts'

interface ReportPageProps {
  campaignId: string
  type: CampaignType
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/**
 * Live events do not carry the expected end and the points over time. The report is fetched again this often while a
 * campaign runs (ms).
 */
const FORECAST_EVERY_MS = 60_000

export function ReportPage({ campaignId, type, search, onSearch }: ReportPageProps) {
  const { t } = useTexts()
  const {
    data: campaign,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...campaignQuery(campaignId),
    refetchInterval: ({ state: { data } }) => (data?.status === 'EM_ANDAMENTO' ? FORECAST_EVERY_MS : false),
  })
  useReloadAfterEnd(campaignId, campaign?.status)
  useLightPrint()
  const title = campaign?.name
    ? t('campaigns.report.of', { name: campaign.name })
    : t('campaigns.report.title')
  // The audit trail does not know the type of a campaign.
  if (campaign && campaign.type !== type)
    return <Navigate to={CAMPAIGN_PLACES[campaign.type].report} params={{ campaignId }} replace />
  return (
    <>
      <PageHeader title={title} back={CAMPAIGN_PLACES[type].list}>
        {campaign && <ReportActions campaign={campaign} />}
      </PageHeader>
      {error && !campaign && (
        <RecordProblem
          error={error}
          back={CAMPAIGN_PLACES[type].list}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      {!campaign && !error && <ReportSkeleton />}
      {campaign && (
        <Stack gap="lg">
          <ReportContent key={campaignId} campaign={campaign} search={search} onSearch={onSearch} />
        </Stack>
      )}
    </>
  )
}
