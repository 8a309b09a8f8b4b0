import type { CampaignCounters, CampaignReport } from '@recado/shared/campaigns/campaign'

type Standing = Pick<CampaignReport, 'status'> & { counters: CampaignCounters }

/** What never falls while a campaign's messages go out. */
const RISING = ['sent', 'received', 'read', 'replied'] as const

/**
 * Whether what is told of a campaign looks as if it had stood so before what is known: one event may overtake another. A
 * campaign that is sent again after its end looks so too; the server knows.
 */
export const isOlder = (told: Standing, known: Standing): boolean =>
  (known.status === 'FINALIZADA' && told.status !== 'FINALIZADA') ||
  RISING.some((name) => told.counters[name] < known.counters[name])
