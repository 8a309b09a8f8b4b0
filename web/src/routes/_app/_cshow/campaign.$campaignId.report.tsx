import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../../campaigns/report/ReportPage.tsx'
import { reportSearch } from '../../../campaigns/report/report-search.ts'

export const Route = createFileRoute('/_app/_cshow/campaign/$campaignId/report')({
  validateSearch: reportSearch,
  component: Report,
})

function Report() {
  const navigate = Route.useNavigate()
  return (
    <ReportPage
      campaignId={Route.useParams().campaignId}
      type="PRIVATE"
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
