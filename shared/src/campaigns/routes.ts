import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { campaign, campaignChange, campaignInput, campaignReport, campaignType } from './campaign.ts'
import { campaignSettings } from './settings.ts'
import { shipping, shippingStatus } from './shipping.ts'

const settingsBody = z.strictObject({ settings: campaignSettings })

export const campaignRoutes = defineRoutes({
  listCampaigns: {
    method: 'GET',
    path: '/campaigns',
    access: CAMPAIGN_USER,
    query: pageQuery.extend({ type: campaignType.default('PRIVATE') }),
    response: recordsOf(campaign),
    summary: 'Campaigns, newest first',
  },
  createCampaign: {
    method: 'POST',
    path: '/campaigns',
    access: CAMPAIGN_USER,
    body: campaignInput,
    response: campaign,
    status: 201,
    idempotent: true,
    errors: [
      'ERR_CAMPAIGN_EMPTY',
      'ERR_CAMPAIGN_SCHEDULE_PAST',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_CONTACT_LIST_FOUND',
    ],
    summary: 'Create a campaign: PROGRAMADA with a time, INATIVA without',
  },
  getCampaign: {
    method: 'GET',
    path: '/campaigns/{campaignId}',
    access: CAMPAIGN_USER,
    response: campaignReport,
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
    summary: 'A campaign with its counters and first 1,000 recipients',
  },
  updateCampaign: {
    method: 'PUT',
    path: '/campaigns/{campaignId}',
    access: CAMPAIGN_USER,
    body: campaignChange,
    response: campaign,
    errors: [
      'ERR_NO_CAMPAIGN_FOUND',
      'ERR_CAMPAIGN_NOT_EDITABLE',
      'ERR_CAMPAIGN_EMPTY',
      'ERR_CAMPAIGN_SCHEDULE_PAST',
    ],
    summary: 'Change a campaign; a cancelled one only in its connection and messages',
  },
  deleteCampaign: {
    method: 'DELETE',
    path: '/campaigns/{campaignId}',
    access: CAMPAIGN_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_RUNNING'],
    summary: 'Delete a campaign that is not running',
  },
  startCampaign: {
    method: 'POST',
    path: '/campaigns/{campaignId}/start',
    access: CAMPAIGN_USER,
    response: campaign,
    idempotent: true,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE', 'ERR_CAMPAIGN_EMPTY', 'ERR_CAMPAIGN_NO_CONTACTS'],
    summary: 'Start now; a running campaign is left as it is',
  },
  cancelCampaign: {
    method: 'POST',
    path: '/campaigns/{campaignId}/cancel',
    access: CAMPAIGN_USER,
    response: campaign,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE'],
    summary: 'Stop sending; at most the one message already handed over still leaves',
  },
  restartCampaign: {
    method: 'POST',
    path: '/campaigns/{campaignId}/restart',
    access: CAMPAIGN_USER,
    response: campaign,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE', 'ERR_CAMPAIGN_EMPTY'],
    summary: 'Go on with the recipients not yet sent',
  },
  listShippings: {
    method: 'GET',
    path: '/campaigns/{campaignId}/shippings',
    access: CAMPAIGN_USER,
    query: pageQuery.extend({ status: shippingStatus.optional() }),
    response: recordsOf(shipping).extend({ count: z.number().int() }),
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
    summary: 'Recipients of a campaign in sending order',
  },
  getCampaignSettings: {
    method: 'GET',
    path: '/campaign-settings',
    access: CAMPAIGN_USER,
    response: settingsBody,
    summary: 'Intervals and time zone of the company',
  },
  saveCampaignSettings: {
    method: 'POST',
    path: '/campaign-settings',
    access: CAMPAIGN_USER,
    body: settingsBody,
    response: settingsBody,
    summary: 'Save intervals and time zone',
  },
})
