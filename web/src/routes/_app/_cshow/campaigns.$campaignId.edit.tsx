import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/campaigns/$campaignId/edit')({
  validateSearch: formSearch,
  component: EditCampaign,
})

function EditCampaign() {
  return (
    <CampaignFormPage
      type="PRIVATE"
      campaignId={Route.useParams().campaignId}
      search={Route.useSearch()}
      onSearch={useSetSearch(Route, { replace: true })}
    />
  )
}
