import type { Campaign } from '@recado/shared/campaigns/contract/campaign'

/** Whether the recipients of a campaign are groups, not people. */
export const isIntoGroups = ({ type, groupMode }: Pick<Campaign, 'type' | 'groupMode'>): boolean =>
  type === 'GROUP' && groupMode === 'group'
