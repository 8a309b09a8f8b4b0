import type { CampaignReport } from '@recado/shared/campaigns/campaign'

type Standing = Pick<CampaignReport, 'status' | 'pausedAt' | 'counters'>

/** What never falls while a campaign's messages go out. */
const RISING = ['sent', 'received', 'read', 'replied'] as const

/**
 * Whether what is told of a campaign looks as if it had stood so before what is known: one event may overtake another. A
 * campaign that a person lets go on looks so too; the server knows.
 */
export const isOlder = (told: Standing, known: Standing): boolean =>
  (told.status === 'EM_ANDAMENTO' && isAtRest(known) && !isAtRest(told)) ||
  RISING.some((name) => told.counters[name] < known.counters[name])

const isAtRest = ({ status, pausedAt }: Standing): boolean =>
  status === 'FINALIZADA' || status === 'CANCELADA' || pausedAt !== null
