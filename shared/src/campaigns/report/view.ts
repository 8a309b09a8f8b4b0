import { type Campaign, campaign, type WaitingFor } from '../contract/campaign.ts'
import type { Chain } from '../engine/chain.ts'
import type { CampaignCounts } from '../ledger/counts.ts'
import type { StoredCampaign } from '../store/campaigns.ts'

/** A campaign as the API shows it, without internal attributes. `chain` tells why a running one waits. */
export function campaignOf(stored: StoredCampaign, counts: CampaignCounts, chain?: Chain): Campaign {
  const { contactListIds, mediaKey, validContacts } = stored
  const [onlyList = ''] = contactListIds
  return campaign.parse({
    ...stored,
    contactListId: stored.type === 'GROUP' ? contactListIds : onlyList,
    mediaPath: mediaKey,
    errors: counts.failed,
    ...waitingOf(stored, counts, chain),
    counters: {
      validContacts,
      // The specified progress formula subtracts the blocked recipients again (part 3 §6).
      delivered: counts.sent + counts.blocked,
      blockeds: counts.blocked,
      onlyConfirmed: counts.confirmed,
      confirmedAndDelivered: counts.confirmedAndSent,
      sent: counts.sent,
      failed: counts.failed,
      open: counts.open,
      received: counts.received,
      read: counts.read,
      replied: counts.replied,
      awaiting: counts.awaiting,
    },
  })
}

const until = (waitingFor: WaitingFor | null, at?: number) => ({
  waitingFor,
  waitingUntil: at === undefined ? null : new Date(at).toISOString(),
})

const pausedBy = ({ pauseReason, bannedUntil = null }: StoredCampaign) => ({
  waitingFor: null,
  waitingUntil: pauseReason === 'banned' ? bannedUntil : null,
})

function waitingOf(stored: StoredCampaign, { open, awaiting }: CampaignCounts, chain?: Chain) {
  const isToStart = stored.status === 'PROGRAMADA' || stored.status === 'INATIVA'
  if (isToStart && stored.mediaName && !stored.mediaKey) return until('attachment')
  if (stored.status !== 'EM_ANDAMENTO') return until(null)
  if (stored.pausedAt) return pausedBy(stored)
  // A campaign leaves the due index when its start is complete.
  if (stored.fault && stored.dueAt) return until('fault')
  if (!stored.preparedAt || stored.resendsReady < stored.resends) return until('preparation')
  if (chain?.parkedAt !== undefined) return until(chain.parkedFor ?? 'connection')
  if (chain?.closedUntil !== undefined) return until('window', chain.closedUntil)
  if (open > 0 && open === awaiting) return until('confirmations')
  if (chain?.heldUntil !== undefined && chain.heldFor && open > 0)
    return until(chain.heldFor, chain.heldUntil)
  const lane = chain?.lanes.find(({ campaignId }) => campaignId === stored.id)
  if (lane && open > 0 && lane.cursor >= stored.recipients) return until('acknowledgements')
  if (chain?.longer) return until('longer-pause', chain.nextAt)
  return until(null)
}
