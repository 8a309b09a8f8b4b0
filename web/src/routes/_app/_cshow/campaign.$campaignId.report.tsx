import { shippingStatus } from '@recado/shared/campaigns/shipping'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { ReportPage } from '../../../campaigns/report/ReportPage.tsx'

const search = z.object({
  search: z.string().optional().catch(undefined),
  status: shippingStatus.optional().catch(undefined),
})
export type ReportSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/_cshow/campaign/$campaignId/report')({
  validateSearch: search,
  component: Report,
})

function Report() {
  const navigate = Route.useNavigate()
  return (
    <ReportPage
      campaignId={Route.useParams().campaignId}
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next })}
    />
  )
}
