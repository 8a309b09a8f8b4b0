import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/group-campaigns/$campaignId/edit')({
  validateSearch: formSearch,
  component: EditGroupCampaign,
})

function EditGroupCampaign() {
  return (
    <CampaignFormPage
      type="GROUP"
      campaignId={Route.useParams().campaignId}
      search={Route.useSearch()}
      onSearch={useSetSearch(Route, { replace: true })}
    />
  )
}
