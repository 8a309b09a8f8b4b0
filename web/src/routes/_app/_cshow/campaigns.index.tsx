import { createFileRoute } from '@tanstack/react-router'
import { CampaignsPage } from '../../../campaigns/list/CampaignsPage.tsx'
import { campaignsSearch } from '../../../campaigns/list/search.ts'

export const Route = createFileRoute('/_app/_cshow/campaigns/')({
  validateSearch: campaignsSearch,
  component: Campaigns,
})

function Campaigns() {
  const navigate = Route.useNavigate()
  return (
    <CampaignsPage
      type="PRIVATE"
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, resetScroll: false })}
    />
  )
}
