import type { CampaignStatus } from '@recado/shared/campaigns/contract/campaign'
import { useState } from 'react'

/** Whether the campaign reached its end while its report was open. */
export function useJustEnded(status: CampaignStatus | undefined): boolean {
  const [before, setBefore] = useState(status)
  const [hasEnded, setHasEnded] = useState(false)
  if (status !== before) {
    setBefore(status)
    setHasEnded(status === 'FINALIZADA' && before === 'EM_ANDAMENTO')
  }
  return hasEnded
}
