import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../../campaigns/report/ReportPage.tsx'
import { reportSearch } from '../../../campaigns/report/report-search.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/campaign/$campaignId/report')({
  validateSearch: reportSearch,
  component: Report,
})

function Report() {
  return (
    <ReportPage
      campaignId={Route.useParams().campaignId}
      type="PRIVATE"
      search={Route.useSearch()}
      onSearch={useSetSearch(Route)}
    />
  )
}
