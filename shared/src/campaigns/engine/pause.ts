import type { PauseReason } from '../campaign.ts'
import { changeCampaign, getCampaign, type StoredCampaign, unfinishedCampaigns } from '../store.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Pauses a running campaign because it cannot go on by itself; what is paused or ended already is left as it is. */
export async function pauseFor(
  ports: Ports,
  { companyId, id }: Pick<StoredCampaign, 'companyId' | 'id'>,
  reason: Exclude<PauseReason, 'person'>,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  for (;;) {
    const campaign = await getCampaign(table, id)
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt) return
    const now = new Date(ports.now()).toISOString()
    if (await changeCampaign(table, campaign, { pausedAt: now, pauseReason: reason, updatedAt: now })) break
  }
  await ports.watchers.countersChanged(companyId, id)
}

/** The account was logged out: its campaigns wait for a person to say whether they go on. */
export async function pauseOf(ports: Ports, companyId: string, connectionId: string): Promise<void> {
  const campaigns = await unfinishedCampaigns(tenantOf(ports, companyId))
  for (const campaign of campaigns) {
    if (campaign.whatsappId === connectionId) await pauseFor(ports, campaign, 'logged-out')
  }
}
