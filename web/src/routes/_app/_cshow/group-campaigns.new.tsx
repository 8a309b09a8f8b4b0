import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'

export const Route = createFileRoute('/_app/_cshow/group-campaigns/new')({
  validateSearch: formSearch,
  component: NewGroupCampaign,
})

function NewGroupCampaign() {
  const navigate = Route.useNavigate()
  return (
    <CampaignFormPage
      type="GROUP"
      campaignId={undefined}
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
