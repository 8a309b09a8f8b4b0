import type { StoredCampaign } from '../store/campaigns.ts'
import type { EnginePorts } from './ports.ts'

/** Writes one log line for each change of a campaign's state. */
export function logCampaign(
  { log }: Pick<EnginePorts, 'log'>,
  { companyId, id, whatsappId, status }: Pick<StoredCampaign, 'companyId' | 'id' | 'whatsappId' | 'status'>,
  change: Partial<StoredCampaign>,
): void {
  const { status: to = status, pausedAt, pauseReason, preparedAt, resends } = change
  log.info('campaign changed', {
    companyId,
    campaignId: id,
    connectionId: whatsappId,
    from: status,
    to,
    ...(pausedAt !== undefined && { paused: pausedAt !== null, pauseReason }),
    ...(preparedAt && { prepared: true }),
    ...(resends !== undefined && { resends }),
  })
}
