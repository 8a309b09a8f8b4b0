import { type Campaign, CONFIRMATION_FIELDS, MESSAGE_FIELDS } from './campaign.ts'

/** The part of a campaign that has its texts. */
export type CampaignTexts = Pick<
  Campaign,
  (typeof MESSAGE_FIELDS)[number] | (typeof CONFIRMATION_FIELDS)[number] | 'confirmation'
>

/** The texts that a campaign sends. Its confirmation questions are among them only if it asks them. */
export function textsSent(campaign: CampaignTexts): string[] {
  const fields = [...MESSAGE_FIELDS, ...(campaign.confirmation ? CONFIRMATION_FIELDS : [])]
  return fields.map((field) => campaign[field] ?? '')
}
