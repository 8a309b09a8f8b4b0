import { type Campaign, MESSAGE_FIELDS } from '@recado/shared/campaigns/contract/campaign'

/** A campaign's messages, with the numbers of their variants. */
export const messagesOf = (
  campaign: Pick<Campaign, (typeof MESSAGE_FIELDS)[number]>,
): { variant: number; text: string }[] =>
  MESSAGE_FIELDS.flatMap((field, index) => {
    const text = campaign[field]
    return text ? [{ variant: index + 1, text }] : []
  })
