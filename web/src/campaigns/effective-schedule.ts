import type { Campaign } from '@recado/shared/campaigns/contract/campaign'

/** The time that a campaign is to start at or was started by (ISO 8601); null if a user started it before that time. */
export const effectiveSchedule = ({
  scheduledAt,
  startedAt,
}: Pick<Campaign, 'scheduledAt' | 'startedAt'>): string | null =>
  scheduledAt && startedAt && Date.parse(startedAt) < Date.parse(scheduledAt) ? null : scheduledAt
