import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { CampaignsPage } from '../../../campaigns/CampaignsPage.tsx'

export const Route = createFileRoute('/_app/_cshow/campaigns/')({
  validateSearch: z.object({ search: z.string().optional().catch(undefined) }),
  component: Campaigns,
})

function Campaigns() {
  const navigate = Route.useNavigate()
  return (
    <CampaignsPage
      search={Route.useSearch().search ?? ''}
      onSearch={(search) => navigate({ search: { search: search || undefined } })}
    />
  )
}
