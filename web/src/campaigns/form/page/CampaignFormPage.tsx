import { Skeleton, Stack } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../../connections/queries.ts'
import { contactListChoicesQuery } from '../../../contact-lists/queries.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { platformTagsQuery } from '../../../integration/queries.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RecordProblem } from '../../../ui/RecordProblem.tsx'
import { campaignSettingsQuery } from '../../../zone/queries.ts'
import { CAMPAIGN_PLACES } from '../../places.ts'
import { campaignQuery } from '../../queries.ts'
import type { FormSearch } from '../form-search.ts'
import { CampaignForm } from './CampaignForm.tsx'

interface CampaignFormPageProps {
  type: CampaignType
  /** The campaign to change; undefined for a new one. */
  campaignId: string | undefined
  search: FormSearch
  onSearch: (search: FormSearch) => void
}

/** Fetches the form's data first, so that the form does not jump while it is open. */
export function CampaignFormPage({ type, campaignId, search, onSearch }: CampaignFormPageProps) {
  const { t } = useTexts()
  const settings = useQuery(campaignSettingsQuery)
  const connections = useQuery(connectionsQuery)
  const isToTag = !campaignId && search.from === 'tag'
  const contactLists = useQuery({ ...contactListChoicesQuery(type), enabled: !isToTag })
  const tags = useQuery({ ...platformTagsQuery, enabled: isToTag })
  const campaign = useQuery({ ...campaignQuery(campaignId ?? ''), enabled: campaignId !== undefined })
  const failed = [settings, connections, contactLists, tags, campaign].find(
    ({ error, data }) => error && !data,
  )
  const recipients = isToTag ? tags.data : contactLists.data
  const isReady = settings.data && connections.data && recipients && (!campaignId || campaign.data)
  const newTitle = t(isToTag ? 'campaigns.newByTag' : `campaigns.newOf.${type}`)
  const title = campaignId ? (campaign.data?.name ?? t('campaigns.edit')) : newTitle
  return (
    <>
      <PageHeader title={title} back={CAMPAIGN_PLACES[type].list} />
      {failed && (
        <RecordProblem
          error={failed.error}
          title={failed === tags ? t('campaigns.form.tagsNotLoaded') : undefined}
          back={CAMPAIGN_PLACES[type].list}
          onRetry={failed.refetch}
          isRetrying={failed.isFetching}
        />
      )}
      {isReady && !failed && (
        <CampaignForm
          key={campaignId ?? search.from}
          type={type}
          campaign={campaign.data}
          choices={{
            connections: connections.data,
            contactLists: contactLists.data ?? [],
            tags: isToTag ? tags.data : undefined,
          }}
          zone={settings.data.timezone}
          search={search}
          onSearch={onSearch}
        />
      )}
      {!isReady && !failed && (
        <Stack maw={720} aria-busy>
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={240} />
        </Stack>
      )}
    </>
  )
}
