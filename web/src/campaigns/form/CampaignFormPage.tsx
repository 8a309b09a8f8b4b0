import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { contactListChoicesQuery } from '../../contact-lists/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { campaignQuery, settingsQuery } from '../queries.ts'
import { CampaignForm } from './CampaignForm.tsx'

interface CampaignFormPageProps {
  /** The campaign to change; without it a new one is made. */
  campaignId: string | undefined
  tab: number
  onTab: (tab: number) => void
}

/** Fetches what the form starts from, so that nothing in it jumps once it is there. */
export function CampaignFormPage({ campaignId, tab, onTab }: CampaignFormPageProps) {
  const { t } = useTexts()
  const settings = useQuery(settingsQuery)
  const connections = useQuery(connectionsQuery)
  const contactLists = useQuery(contactListChoicesQuery)
  const campaign = useQuery({ ...campaignQuery(campaignId ?? ''), enabled: campaignId !== undefined })
  const failed = [settings, connections, contactLists, campaign].find(({ error, data }) => error && !data)
  const isReady = settings.data && connections.data && contactLists.data && (!campaignId || campaign.data)
  return (
    <>
      <PageHeader
        title={campaignId ? (campaign.data?.name ?? t('campaigns.edit')) : t('campaigns.new')}
        back="/campaigns"
      />
      {failed && <ListProblem error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />}
      {isReady && !failed && (
        <CampaignForm
          key={campaignId}
          campaign={campaign.data}
          connections={connections.data}
          contactLists={contactLists.data}
          zone={settings.data.timezone}
          tab={tab}
          onTab={onTab}
        />
      )}
      {!isReady && !failed && (
        <Stack maw={720}>
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={240} />
        </Stack>
      )}
    </>
  )
}
