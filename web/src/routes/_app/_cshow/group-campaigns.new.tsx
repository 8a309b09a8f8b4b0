import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/group-campaigns/new')({
  validateSearch: formSearch,
  component: NewGroupCampaign,
})

function NewGroupCampaign() {
  return (
    <CampaignFormPage
      type="GROUP"
      campaignId={undefined}
      search={Route.useSearch()}
      onSearch={useSetSearch(Route, { replace: true })}
    />
  )
}
