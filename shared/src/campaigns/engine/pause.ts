import { tenantOf } from '../../ports/ports.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import type { PauseReason } from '../contract/campaign.ts'
import { unfinishedCampaigns } from '../store/campaign-lists.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { logCampaign } from './log-campaign.ts'
import type { EnginePorts } from './ports.ts'

/** Pauses a running campaign that cannot go on by itself. A paused or ended campaign is left as it is. */
export async function pauseFor(
  ports: EnginePorts,
  { companyId, id }: Pick<StoredCampaign, 'companyId' | 'id'>,
  reason: Exclude<PauseReason, 'person'>,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const isPaused = await retrying(
    table,
    () => getCampaign(table, id),
    async (campaign) => {
      if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt) return false
      const now = new Date(ports.now()).toISOString()
      const change = { pausedAt: now, pauseReason: reason, updatedAt: now }
      if (!(await changeCampaign(table, campaign, change))) return AGAIN
      logCampaign(ports, campaign, change)
      return true
    },
  )
  if (isPaused) await ports.watchers.countersChanged(companyId, id)
}

/** Pauses the campaigns of an account that was logged out. A person decides whether they go on. */
export async function pauseOf(ports: EnginePorts, companyId: string, connectionId: string): Promise<void> {
  const campaigns = await unfinishedCampaigns(tenantOf(ports, companyId))
  for (const { id, whatsappId } of campaigns) {
    if (whatsappId === connectionId) await pauseFor(ports, { companyId, id }, 'logged-out')
  }
}
