import * as engine from '@recado/shared/campaigns/engine/actions'
import { campaignRoutes } from '@recado/shared/campaigns/routes'
import { serve } from '../http/serve.ts'
import * as campaigns from './campaigns.ts'
import * as settings from './settings.ts'
import * as shippings from './shippings.ts'

export const handler = serve(campaignRoutes, {
  listCampaigns: (query, actor) => campaigns.page(actor, query),
  createCampaign: (input, actor) => campaigns.create(actor, input),
  getCampaign: ({ campaignId }, actor) => campaigns.report(actor, campaignId),
  updateCampaign: ({ campaignId, ...change }, actor) => campaigns.update(actor, campaignId, change),
  deleteCampaign: ({ campaignId }, actor) => campaigns.remove(actor, campaignId),
  startCampaign: ({ campaignId }, actor) => campaigns.after(engine.startNow, actor, campaignId),
  cancelCampaign: ({ campaignId }, actor) => campaigns.after(engine.cancel, actor, campaignId),
  restartCampaign: ({ campaignId }, actor) => campaigns.after(engine.restart, actor, campaignId),
  listShippings: ({ campaignId, ...query }, actor) => shippings.page(actor, campaignId, query),
  getCampaignSettings: (_, actor) => settings.get(actor),
  saveCampaignSettings: (input, actor) => settings.save(actor, input),
})
