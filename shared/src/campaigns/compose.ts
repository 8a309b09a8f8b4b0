import { MESSAGE_FIELDS } from './campaign.ts'
import type { Recipient } from './ledger.ts'
import type { StoredCampaign } from './store.ts'
import { fillTemplate, greetingAt } from './template.ts'

/** The variants a campaign has, by number: 1 to 5. */
export const variantsOf = (campaign: Pick<StoredCampaign, (typeof MESSAGE_FIELDS)[number]>): number[] =>
  MESSAGE_FIELDS.flatMap((field, index) => (campaign[field]?.trim() ? [index + 1] : []))

/**
 * The text for one recipient: its own variant, or the first there is where that one was emptied since.
 * @param at milliseconds since 1970, for the greeting
 */
export function textFor(
  campaign: StoredCampaign,
  recipient: Recipient,
  at: number,
  timeZone: string,
): string {
  const variants = variantsOf(campaign)
  const variant = variants.includes(recipient.variant) ? recipient.variant : (variants[0] ?? 1)
  const message = campaign[MESSAGE_FIELDS[variant - 1] ?? 'message1'] ?? ''
  return fillTemplate(message, recipient, { greeting: greetingAt(new Date(at), timeZone) }).trim()
}
