import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import { useEffect } from 'react'

/**
 * The rows of a campaign come to be when it starts: a table that was opened before is fetched anew once the
 * counters tell of more rows than it has.
 * @param count rows that the table knows of; undefined while it is filtered or loading
 */
export function useRowsOfLedger(
  { counters: { sent, failed, open } }: CampaignReport,
  count: number | undefined,
  refetch: () => unknown,
): void {
  const rows = sent + failed + open
  // Once for each change of the ledger, not for each answer: a server that lags would be asked for ever.
  useEffect(() => {
    if (count !== undefined && rows !== count) refetch()
  }, [rows])
}
