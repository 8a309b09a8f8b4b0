import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import type { Shipping } from '@recado/shared/campaigns/contract/shipping'
import { levelRank } from '@recado/shared/messages/ack-level'

type Standing = Pick<CampaignReport, 'status' | 'pausedAt' | 'counters' | 'updatedAt'>

/** Counters that only grow while a campaign runs. */
const RISING = ['sent', 'received', 'read', 'replied'] as const

/**
 * Whether an update of a campaign looks older than the cached one, since events can overtake each other. A
 * resumed campaign looks older too; only the server knows which it is.
 */
export const isOlder = (told: Standing, known: Standing): boolean =>
  told.updatedAt < known.updatedAt ||
  (told.status === 'EM_ANDAMENTO' && isAtRest(known) && !isAtRest(told)) ||
  RISING.some((name) => told.counters[name] < known.counters[name])

/**
 * Whether an update of a recipient looks older than the cached one. A recipient who is tried again looks older too; only the
 * server knows which it is.
 */
export const isOlderShipping = (told: Shipping, known: Shipping): boolean =>
  (isSettled(known) && !isSettled(told)) || levelRank(told.level) < levelRank(known.level)

const isSettled = ({ status }: Shipping): boolean => status === 'SENDED' || status === 'FAILED'

const isAtRest = ({ status, pausedAt }: Standing): boolean =>
  status === 'FINALIZADA' || status === 'CANCELADA' || pausedAt !== null
