import { createFileRoute } from '@tanstack/react-router'
import { formSearch } from '../../../campaigns/form/form-search.ts'
import { CampaignFormPage } from '../../../campaigns/form/page/CampaignFormPage.tsx'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/campaigns/new')({
  validateSearch: formSearch,
  component: NewCampaign,
})

function NewCampaign() {
  return (
    <CampaignFormPage
      type="PRIVATE"
      campaignId={undefined}
      search={Route.useSearch()}
      onSearch={useSetSearch(Route, { replace: true })}
    />
  )
}
