import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'

export const Route = createFileRoute('/_app/_cshow/campaigns/new')({
  validateSearch: formSearch,
  component: NewCampaign,
})

function NewCampaign() {
  const navigate = Route.useNavigate()
  return (
    <CampaignFormPage
      type="PRIVATE"
      campaignId={undefined}
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
