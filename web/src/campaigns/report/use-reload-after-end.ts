import type { CampaignStatus } from '@recado/shared/campaigns/contract/campaign'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { campaignKeys } from '../keys.ts'

/** The last receipts arrive shortly after the end (part 2 §9), in milliseconds. */
const RELOAD_AFTER_MS = 5000

/** Reloads the report five seconds after the campaign finished. */
export function useReloadAfterEnd(campaignId: string, status: CampaignStatus | undefined): void {
  const client = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    const hasJustEnded = status === 'FINALIZADA' && before.current && before.current !== 'FINALIZADA'
    before.current = status
    if (!hasJustEnded) return
    const timer = setTimeout(() => {
      client.invalidateQueries({ queryKey: campaignKeys.one(campaignId) })
      client.invalidateQueries({ queryKey: campaignKeys.shippings(campaignId) })
    }, RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, campaignId, status])
}
