import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'

export const Route = createFileRoute('/_app/_cshow/campaigns/$campaignId/edit')({
  validateSearch: formSearch,
  component: EditCampaign,
})

function EditCampaign() {
  const navigate = Route.useNavigate()
  return (
    <CampaignFormPage
      type="PRIVATE"
      campaignId={Route.useParams().campaignId}
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
