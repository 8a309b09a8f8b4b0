import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import * as engine from '@recado/shared/campaigns/engine/actions'
import { serve } from '../serve/serve.ts'
import * as campaigns from './campaigns.ts'
import * as media from './media.ts'
import { replies } from './replies.ts'
import * as saving from './saving.ts'
import * as stops from './sending-stops.ts'
import * as settings from './settings.ts'
import * as shippings from './shippings.ts'
import * as trial from './trial.ts'

export const handler = serve('campaigns', campaignRoutes, {
  listCampaigns: (query, actor) => campaigns.page(actor, query),
  listUnfinishedCampaigns: (_, actor) => campaigns.unfinished(actor),
  createCampaign: (input, actor, { recordId }) => saving.create(actor, input, recordId),
  getCampaign: ({ campaignId }, actor) => campaigns.report(actor, campaignId),
  updateCampaign: ({ campaignId, ...change }, actor) => saving.update(actor, campaignId, change),
  deleteCampaign: ({ campaignId }, actor) => campaigns.remove(actor, campaignId),
  startCampaign: ({ campaignId }, actor) => campaigns.after(engine.startNow, actor, campaignId),
  cancelCampaign: ({ campaignId }, actor) => campaigns.cancel(actor, campaignId),
  restartCampaign: ({ campaignId }, actor) => campaigns.after(engine.restart, actor, campaignId),
  pauseCampaign: ({ campaignId }, actor) => campaigns.after(engine.pause, actor, campaignId),
  resumeCampaign: ({ campaignId }, actor) => campaigns.after(engine.resume, actor, campaignId),
  resendAllFailed: ({ campaignId, ...wanted }, actor) => campaigns.resend(actor, campaignId, wanted),
  duplicateCampaign: ({ campaignId }, actor, { recordId }) => saving.duplicate(actor, campaignId, recordId),
  testCampaign: ({ campaignId, ...wanted }, actor) => trial.send(actor, campaignId, wanted),
  // Loaded on demand: no other call needs this code.
  precheckCampaign: async ({ campaignId, ...wanted }, actor) =>
    (await import('./precheck.ts')).precheck(actor, campaignId, wanted),
  precheckProposal: async (input, actor) => (await import('./proposal.ts')).precheckProposal(actor, input),
  uploadCampaignMedia: ({ campaignId, ...given }, actor) => media.upload(actor, campaignId, given),
  deleteCampaignMedia: ({ campaignId }, actor) => media.remove(actor, campaignId),
  exportCampaign: ({ campaignId, language }, actor) => shippings.exported(actor, campaignId, language),
  listShippings: ({ campaignId, ...query }, actor) => shippings.page(actor, campaignId, query),
  listReplies: ({ campaignId, ...query }, actor) => replies(actor, campaignId, query),
  getCampaignSettings: (_, actor) => settings.get(actor),
  saveCampaignSettings: (input, actor) => settings.save(actor, input),
  getSendingState: (_, actor) => stops.state(actor),
  stopSending: (given, actor) => stops.stop(actor, given),
  resumeSending: (given, actor) => stops.resume(actor, given),
  getPlatformSendingState: () => stops.platform(),
  stopPlatformSending: (given, actor) => stops.stopPlatform(actor, given),
  resumePlatformSending: (given, actor) => stops.resumePlatform(actor, given),
})
