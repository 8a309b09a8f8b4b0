import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'

/** Counters of a campaign, 0 where they are not given. */
export const campaignCounters = (some: Partial<CampaignCounters> = {}): CampaignCounters => ({
  validContacts: 0,
  delivered: 0,
  blockeds: 0,
  onlyConfirmed: 0,
  confirmedAndDelivered: 0,
  sent: 0,
  failed: 0,
  open: 0,
  received: 0,
  read: 0,
  replied: 0,
  awaiting: 0,
  ...some,
})
