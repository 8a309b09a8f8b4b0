import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useEffect } from 'react'

/**
 * A campaign's rows are written at its start. A table that was opened earlier is fetched again when the counters
 * show more rows than it has.
 * @param count rows of the table; undefined while it is filtered or loading
 */
export function useRowsOfLedger(
  { counters: { sent, failed, open } }: CampaignReport,
  count: number | undefined,
  refetch: () => unknown,
): void {
  const rows = sent + failed + open
  // Runs per change of the counters, not per answer: a lagging server would be asked forever.
  useEffect(() => {
    if (count !== undefined && rows !== count) refetch()
  }, [rows])
}
