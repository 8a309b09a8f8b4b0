import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { startJob } from '@recado/shared/queues/jobs'
import { ports } from '../context.ts'
import { work } from '../http/worker.ts'

/** Prepares a due campaign and starts it. */
export const handler = work('start', startJob, ({ companyId, campaignId }) =>
  startCampaign(ports, companyId, campaignId),
)
