import type { Campaign, WaitingFor } from './campaign.ts'
import type { Chain } from './engine/chain.ts'
import type { StoredCampaign } from './store.ts'

/** A campaign as the API shows it; `chain` says what a running one waits for. */
export function campaignOf(stored: StoredCampaign, chain?: Chain): Campaign {
  const { sent, failed, open, received, read, blocked, validContacts } = stored
  const waiting = waitingOf(stored, chain)
  return {
    id: stored.id,
    name: stored.name,
    status: stored.status,
    type: stored.type,
    message1: stored.message1,
    message2: stored.message2,
    message3: stored.message3,
    message4: stored.message4,
    message5: stored.message5,
    whatsappId: stored.whatsappId,
    contactListId: stored.contactListId,
    scheduledAt: stored.scheduledAt,
    startedAt: stored.startedAt,
    completedAt: stored.completedAt,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    companyId: stored.companyId,
    validContacts,
    errors: failed,
    ...waiting,
    counters: {
      validContacts,
      // The specified progress formula subtracts the blocked again (part 3 §6).
      delivered: sent + blocked,
      blockeds: blocked,
      onlyConfirmed: 0,
      confirmedAndDelivered: 0,
      sent,
      failed,
      open,
      received,
      read,
    },
  }
}

function waitingOf(
  stored: StoredCampaign,
  chain?: Chain,
): { waitingFor: WaitingFor | null; waitingUntil: string | null } {
  if (stored.status !== 'EM_ANDAMENTO') return { waitingFor: null, waitingUntil: null }
  if (!stored.preparedAt) return { waitingFor: 'preparation', waitingUntil: null }
  if (chain?.parkedAt !== undefined) return { waitingFor: 'connection', waitingUntil: null }
  if (chain?.heldUntil !== undefined && chain.heldFor && stored.open > 0)
    return { waitingFor: chain.heldFor, waitingUntil: new Date(chain.heldUntil).toISOString() }
  const lane = chain?.lanes.find(({ campaignId }) => campaignId === stored.id)
  if (lane && stored.open > 0 && lane.cursor >= stored.recipients)
    return { waitingFor: 'acknowledgements', waitingUntil: null }
  if (chain?.longer) return { waitingFor: 'longer-pause', waitingUntil: new Date(chain.nextAt).toISOString() }
  return { waitingFor: null, waitingUntil: null }
}
