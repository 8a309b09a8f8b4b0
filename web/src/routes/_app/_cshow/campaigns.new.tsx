import { createFileRoute } from '@tanstack/react-router'
import { CampaignFormPage } from '../../../campaigns/form/CampaignFormPage.tsx'
import { formSearch } from '../../../campaigns/form/form-search.ts'

export const Route = createFileRoute('/_app/_cshow/campaigns/new')({
  validateSearch: formSearch,
  component: NewCampaign,
})

function NewCampaign() {
  const navigate = Route.useNavigate()
  return (
    <CampaignFormPage
      campaignId={undefined}
      tab={Route.useSearch().message ?? 1}
      onTab={(message) => navigate({ search: { message }, replace: true })}
    />
  )
}
