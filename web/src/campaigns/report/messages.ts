import { type Campaign, MESSAGE_FIELDS } from '@recado/shared/campaigns/campaign'

/** The messages that a campaign has, with the numbers that its variants go by. */
export const messagesOf = (
  campaign: Pick<Campaign, (typeof MESSAGE_FIELDS)[number]>,
): { variant: number; text: string }[] =>
  MESSAGE_FIELDS.flatMap((field, index) => {
    const text = campaign[field]
    return text ? [{ variant: index + 1, text }] : []
  })
