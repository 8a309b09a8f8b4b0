import { BANS } from '../../connections/connection.ts'
import type { StoredConnection } from '../../connections/store.ts'
import { tenantOf } from '../../ports/ports.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import type { PauseReason } from '../contract/campaign.ts'
import { unfinishedCampaigns } from '../store/campaign-lists.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { logCampaign } from './log-campaign.ts'
import type { EnginePorts } from './ports.ts'

/**
 * Pauses a running campaign that cannot go on by itself. A paused or ended campaign is left as it is.
 * @param bannedUntil end of the account's ban, ISO 8601, if it is banned and the end is known
 */
export async function pauseFor(
  ports: EnginePorts,
  { companyId, id }: Pick<StoredCampaign, 'companyId' | 'id'>,
  reason: Exclude<PauseReason, 'person'>,
  bannedUntil: string | null = null,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const isPaused = await retrying(
    table,
    () => getCampaign(table, id),
    async (campaign) => {
      if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt) return false
      const now = new Date(ports.now()).toISOString()
      const change = { pausedAt: now, pauseReason: reason, bannedUntil, updatedAt: now }
      if (!(await changeCampaign(table, campaign, change))) return AGAIN
      logCampaign(ports, campaign, change)
      return true
    },
  )
  if (isPaused) await ports.watchers.countersChanged(companyId, id)
}

/** Pauses the campaigns of an account that was logged out or banned. A person decides whether they go on. */
export async function pauseOf(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  { statusReason, bannedUntil }: Partial<Pick<StoredConnection, 'statusReason' | 'bannedUntil'>>,
): Promise<void> {
  const reason = statusReason && BANS.includes(statusReason) ? 'banned' : 'logged-out'
  const campaigns = await unfinishedCampaigns(tenantOf(ports, companyId))
  for (const { id, whatsappId } of campaigns) {
    if (whatsappId === connectionId) await pauseFor(ports, { companyId, id }, reason, bannedUntil)
  }
}
