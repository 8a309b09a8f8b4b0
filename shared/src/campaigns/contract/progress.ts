import type { CampaignCounters, CampaignType } from './campaign.ts'

/**
 * The specified percentage (part 2 §4): delivered less blocked over the denominator, which is the valid
 * contacts less the blocked ones, or for GROUP the contacts of the group list. 0 to 100, not rounded.
 */
export function progressOf(campaign: {
  type: CampaignType
  counters: Pick<CampaignCounters, 'delivered' | 'blockeds' | 'validContacts'>
}): number {
  const { delivered, blockeds, validContacts } = campaign.counters
  const denominator = campaign.type === 'GROUP' ? validContacts : validContacts - blockeds
  if (denominator <= 0) return 0
  return Math.min(100, Math.max(0, ((delivered - blockeds) / denominator) * 100))
}
