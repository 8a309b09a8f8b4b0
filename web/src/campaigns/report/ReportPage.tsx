import { Button, Stack } from '@mantine/core'
import { can } from '@recado/shared/campaigns/machine'
import { IconPlayerStop, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ReportSearch } from '../../routes/_app/_cshow/campaign.$campaignId.report.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type CampaignQuestion, CampaignQuestionDialog } from '../CampaignQuestionDialog.tsx'
import { campaignQuery } from '../queries.ts'
import { CounterCards } from './CounterCards.tsx'
import { Recipients } from './Recipients.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { RunProgress } from './RunProgress.tsx'
import { StatusLine } from './StatusLine.tsx'
import { useReloadAfterEnd } from './use-reload-after-end.ts'

interface ReportPageProps {
  campaignId: string
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

export function ReportPage({ campaignId, search, onSearch }: ReportPageProps) {
  const { t } = useTexts()
  const { data: campaign, error, refetch, isFetching } = useQuery(campaignQuery(campaignId))
  const [question, setQuestion] = useState<CampaignQuestion>()
  useReloadAfterEnd(campaignId, campaign?.status)
  const title = campaign?.name
    ? t('campaigns.report.of', { name: campaign.name })
    : t('campaigns.report.title')
  return (
    <>
      <PageHeader title={title} back="/campaigns">
        {campaign && can(campaign, 'cancel') && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            onClick={() => setQuestion({ action: 'cancel', campaign })}
          >
            {t('campaigns.cancel.action')}
          </Button>
        )}
        {campaign && can(campaign, 'restart') && (
          <Button
            leftSection={<IconRotate size={18} aria-hidden />}
            onClick={() => setQuestion({ action: 'restart', campaign })}
          >
            {t('campaigns.restart.action')}
          </Button>
        )}
      </PageHeader>
      {error && !campaign && <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!campaign && !error && <ReportSkeleton />}
      {campaign && (
        <Stack gap="lg">
          <StatusLine campaign={campaign} />
          <RunProgress key={campaignId} campaign={campaign} />
          <CounterCards counters={campaign.counters} />
          <Recipients campaign={campaign} search={search} onSearch={onSearch} />
        </Stack>
      )}
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
