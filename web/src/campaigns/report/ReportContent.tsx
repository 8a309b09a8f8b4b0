import { Paper, Stack } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import type { ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { useRef } from 'react'
import { Charts } from './Charts.tsx'
import { CounterCards } from './CounterCards.tsx'
import { DetailsErased } from './DetailsErased.tsx'
import { FaultNotice } from './FaultNotice.tsx'
import { People } from './People.tsx'
import { Result } from './Result.tsx'
import { RunProgress } from './RunProgress.tsx'
import type { ReportSearch } from './report-search.ts'
import { StatusLine } from './StatusLine.tsx'
import { useJustEnded } from './use-just-ended.ts'
import { Variants } from './Variants.tsx'
import { WaitingBanner } from './WaitingBanner.tsx'

interface ReportContentProps {
  campaign: CampaignReport
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** A campaign's figures, charts and recipients. */
export function ReportContent({ campaign, search, onSearch }: ReportContentProps) {
  const people = useRef<HTMLDivElement>(null)
  const hasJustEnded = useJustEnded(campaign.status)
  const filterBy = (status: ShippingView | undefined) => {
    onSearch({ ...search, status, view: undefined })
    if (status) showTop(people.current)
  }
  return (
    <>
      <StatusLine campaign={campaign} />
      <WaitingBanner campaign={campaign} />
      <FaultNotice campaign={campaign} />
      <Paper withBorder p="md">
        <Stack gap="md">
          <Result campaign={campaign} hasJustEnded={hasJustEnded} />
          <RunProgress campaign={campaign} />
          <CounterCards campaign={campaign} view={search.status} onView={filterBy} />
        </Stack>
      </Paper>
      <Charts campaign={campaign} />
      <Variants campaign={campaign} />
      {campaign.detailsErasedAt ? (
        <DetailsErased at={campaign.detailsErasedAt} />
      ) : (
        <div ref={people} data-printed="no">
          <People campaign={campaign} search={search} onSearch={onSearch} />
        </div>
      )}
    </>
  )
}

/** Scrolls as far as needed to show that the table has changed. */
function showTop(element: HTMLElement | null): void {
  if (!element || element.getBoundingClientRect().top < window.innerHeight * 0.7) return
  element.scrollIntoView({ behavior: 'smooth', block: 'start' })
}
