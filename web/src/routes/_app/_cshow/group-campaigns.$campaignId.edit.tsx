import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'

export const Route = createFileRoute('/_app/_cshow/group-campaigns/$campaignId/edit')({
  validateSearch: formSearch,
  component: EditGroupCampaign,
})

function EditGroupCampaign() {
  const navigate = Route.useNavigate()
  return (
    <CampaignFormPage
      type="GROUP"
      campaignId={Route.useParams().campaignId}
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
