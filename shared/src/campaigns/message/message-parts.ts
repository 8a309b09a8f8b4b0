import type { ContactFields } from '../../contact-lists/contact-list-item.ts'
import type { Content, MediaContent } from '../../messages/content.ts'
import type { Step } from '../../messages/recipient-ref.ts'
import { type Campaign, CONFIRMATION_FIELDS, MESSAGE_FIELDS } from '../contract/campaign.ts'
import { fillTemplate, greetingAt } from './template.ts'

/** The line that `block` adds to a message (part 3 §6). The word is one of the opt-out words. */
export const OPT_OUT_LINE = 'Para não receber mais mensagens, responda SAIR.'

/** The fields of a campaign that make its messages. */
export type Written = Pick<
  Campaign,
  | (typeof MESSAGE_FIELDS)[number]
  | (typeof CONFIRMATION_FIELDS)[number]
  | 'mediaMode'
  | 'mediaName'
  | 'mediaType'
  | 'contactName'
  | 'contactNumber'
  | 'contactMode'
  | 'block'
> & {
  /** The attachment's key in the bucket; null without an attachment, and before its upload. */
  mediaKey: string | null
  mediaBytes: number | null
}

/** The recipient of a message, and their variant. */
export interface WrittenFor extends ContactFields {
  variant: number
  confirmationVariant: number
  /** A group gets no opt-out line: an answer in a group does not count for all its members. */
  isGroup?: boolean
}

type Texts = readonly (keyof Written & (`message${number}` | `confirmationMessage${number}`))[]

/** The filled-in variants of a campaign's messages, or of its confirmation messages: 1 to 5. */
export const variantsOf = (campaign: Partial<Written>, step: Step = 'message'): number[] =>
  fieldsOf(step).flatMap((field, index) => (campaign[field]?.trim() ? [index + 1] : []))

const fieldsOf = (step: Step): Texts => (step === 'message' ? MESSAGE_FIELDS : CONFIRMATION_FIELDS)

/**
 * Writes one recipient's message as WhatsApp messages in order: attachment, text, contact card. Empty if there is
 * nothing to send.
 * @param at milliseconds since 1970, for the greeting
 */
export function partsOf(
  campaign: Written,
  recipient: WrittenFor,
  { step = 'message', at, timeZone }: { step?: Step; at: number; timeZone: string },
): Content[] {
  const words = wordsOf(campaign, recipient, step, greetingAt(new Date(at), timeZone))
  const media = step === 'message' ? mediaOf(campaign) : undefined
  const card = step === 'message' ? cardOf(campaign) : undefined
  if (!words && !media && !card) return []
  const optOutLine = campaign.block && !recipient.isGroup ? [OPT_OUT_LINE] : []
  const text = [...(words ? [words] : []), ...optOutLine].join('\n\n')
  const { contactMode } = campaign
  // The line alone stands below the attachment.
  const mediaMode = words ? campaign.mediaMode : 'above'
  if (media && text && mediaMode === 'above' && mayHaveCaption(media)) {
    return [
      ...(card && contactMode === 'above' ? [card] : []),
      { ...media, caption: text },
      ...(card && contactMode === 'below' ? [card] : []),
    ]
  }
  return [
    ...(media && (mediaMode !== 'below' || !text) ? [media] : []),
    ...(card && contactMode === 'above' ? [card] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...(card && contactMode === 'below' ? [card] : []),
    ...(media && text && mediaMode !== 'above' ? [media] : []),
  ]
}

/** The recipient's variant, or the first one with a text if theirs was emptied since. Undefined if no variant has a text. */
function variantUsed(campaign: Written, recipient: WrittenFor, step: Step): number | undefined {
  const variants = variantsOf(campaign, step)
  const wanted = step === 'message' ? recipient.variant : recipient.confirmationVariant
  return variants.includes(wanted) ? wanted : variants[0]
}

/** The recipient with the variant that {@link partsOf} uses, so that its results are counted for the text that was sent. */
export function withVariantUsed<R extends WrittenFor>(campaign: Written, recipient: R, step: Step): R {
  const used = variantUsed(campaign, recipient, step)
  if (used === undefined) return recipient
  return { ...recipient, ...(step === 'message' ? { variant: used } : { confirmationVariant: used }) }
}

/** The text that the company wrote, filled in for the recipient. */
function wordsOf(campaign: Written, recipient: WrittenFor, step: Step, greeting: string): string {
  const variant = variantUsed(campaign, recipient, step)
  const field = variant === undefined ? undefined : fieldsOf(step)[variant - 1]
  // The number of a group is WhatsApp's id of it, which tells its members nothing.
  const values = recipient.isGroup ? { ...recipient, number: '' } : recipient
  return fillTemplate((field && campaign[field]) ?? '', values, { greeting }).trim()
}

const mayHaveCaption = (media: MediaContent): media is Extract<MediaContent, { caption: string }> =>
  media.type === 'image' || media.type === 'video'

/** WhatsApp shows images up to this many bytes as images; larger ones are sent as documents. */
const IMAGE_MAX_BYTES = 16 * 2 ** 20

function mediaOf({ mediaKey: key, mediaName, mediaType, mediaBytes }: Written): MediaContent | undefined {
  if (!key || !mediaType) return undefined
  const file = {
    caption: '',
    media: { state: 'READY' as const, mimetype: mediaType, bytes: mediaBytes ?? 0, key },
  }
  if (/^image\/(jpeg|png)$/.test(mediaType) && file.media.bytes <= IMAGE_MAX_BYTES)
    return { type: 'image', ...file }
  if (/^video\/(mp4|3gpp)$/.test(mediaType)) return { type: 'video', ...file }
  if (/^audio\/(mpeg|mp4|aac)$/.test(mediaType))
    return { type: 'audio', voice: false, seconds: 0, media: file.media }
  return { type: 'document', fileName: mediaName ?? 'arquivo', ...file }
}

function cardOf({ contactName, contactNumber }: Written): Extract<Content, { type: 'contact' }> | undefined {
  if (!contactNumber) return undefined
  const number = contactNumber.replace(/\D/g, '')
  return { type: 'contact', contacts: [{ name: contactName ?? number, number }] }
}
