import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'

/** The pages of each type of campaign. The path of a report is singular, as specified (part 2 §2). */
export const CAMPAIGN_PLACES = {
  PRIVATE: {
    list: '/campaigns',
    create: '/campaigns/new',
    edit: '/campaigns/$campaignId/edit',
    report: '/campaign/$campaignId/report',
    settings: '/campaigns-config',
    contactLists: '/contact-lists',
  },
  GROUP: {
    list: '/group-campaigns',
    create: '/group-campaigns/new',
    edit: '/group-campaigns/$campaignId/edit',
    report: '/group-campaign/$campaignId/report',
    settings: '/group-campaigns-config',
    contactLists: '/group-lists',
  },
} as const satisfies Record<CampaignType, Record<string, string>>
