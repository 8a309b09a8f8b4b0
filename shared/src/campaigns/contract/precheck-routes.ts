import * as z from 'zod'
import { CAMPAIGN_USER } from '../../access.ts'
import { defineRoutes } from '../../http/contract.ts'
import { queryFlag } from '../../http/query-flag.ts'
import { id } from '../../ids.ts'
import { campaignInput } from './campaign.ts'
import { precheck } from './precheck.ts'

/** What a start or a schedule would do. */
export const precheckRoutes = defineRoutes({
  precheckCampaign: {
    method: 'GET',
    path: '/campaigns/{campaignId}/precheck',
    access: CAMPAIGN_USER,
    query: z.strictObject({
      /** Predicts a start at this moment, even if the campaign has a schedule. */
      startNow: queryFlag.optional(),
    }),
    response: precheck,
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
    summary:
      'What a campaign would do at its time, or with `startNow` at once: recipients, skips, and its end',
  },
  precheckProposal: {
    method: 'POST',
    path: '/campaigns/precheck',
    access: CAMPAIGN_USER,
    body: campaignInput.extend({
      /** The stored campaign that these values would change; absent for a new one. */
      campaignId: id.optional(),
    }),
    response: precheck,
    errors: [
      'ERR_CAMPAIGN_EMPTY',
      'ERR_CAMPAIGN_CONFIRMATION_EMPTY',
      'ERR_CAMPAIGN_SCHEDULE_PAST',
      'ERR_NO_CAMPAIGN_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_TAG_FOUND',
      'ERR_TAG_EMPTY',
      'ERR_TAG_TOO_LARGE',
      'ERR_INTEGRATION_DISABLED',
      'ERR_INTEGRATION_TOKEN',
      'ERR_INTEGRATION_UNAVAILABLE',
    ],
    readOnly: true,
    summary: 'What a campaign with these values would do, before it is saved: recipients, skips, and its end',
  },
})
