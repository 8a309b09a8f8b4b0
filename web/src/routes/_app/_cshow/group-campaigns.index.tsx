import { createFileRoute } from '@tanstack/react-router'
import { CampaignsPage } from '../../../campaigns/list/CampaignsPage.tsx'
import { campaignsSearch } from '../../../campaigns/list/search.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/group-campaigns/')({
  validateSearch: campaignsSearch,
  component: GroupCampaigns,
})

function GroupCampaigns() {
  return <CampaignsPage type="GROUP" search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
