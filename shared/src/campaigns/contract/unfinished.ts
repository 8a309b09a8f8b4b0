import type { Campaign, CampaignStatus } from './campaign.ts'

/** Campaigns that are sending or still to send. */
export const UNFINISHED_STATUSES: readonly CampaignStatus[] = ['PROGRAMADA', 'EM_ANDAMENTO']

/** Orders unfinished campaigns: the running ones first, then by their time. */
export const byTurn = (one: Campaign, other: Campaign): number => turnOf(one).localeCompare(turnOf(other))

const turnOf = ({ status, scheduledAt }: Campaign): string =>
  status === 'PROGRAMADA' ? (scheduledAt ?? '') : ''
