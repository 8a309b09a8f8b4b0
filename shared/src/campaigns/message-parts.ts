import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import type { Content, MediaContent } from '../conversations/content.ts'
import { type Campaign, CONFIRMATION_FIELDS, MESSAGE_FIELDS } from './campaign.ts'
import type { Step } from './recipient.ts'
import { fillTemplate, greetingAt } from './template.ts'

/** What `block` adds to a message (part 3 §6). The word is one of those that opt out. */
export const OPT_OUT_LINE = 'Para não receber mais mensagens, responda SAIR.'

/** What of a campaign becomes a message. */
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
  /** Where the attachment lies in the bucket; null where there is none, or none yet. */
  mediaKey: string | null
  mediaBytes: number | null
}

/** For whom it is written, and which of the variants they get. */
export interface WrittenFor extends ContactFields {
  variant: number
  confirmationVariant: number
  /** A group is not told how to opt out: nobody's answer in it would be their own. */
  isGroup?: boolean
}

type Texts = readonly (keyof Written & (`message${number}` | `confirmationMessage${number}`))[]

/** The variants a campaign has of its messages, or of its confirmation messages: 1 to 5. */
export const variantsOf = (campaign: Partial<Written>, step: Step = 'message'): number[] =>
  fieldsOf(step).flatMap((field, index) => (campaign[field]?.trim() ? [index + 1] : []))

const fieldsOf = (step: Step): Texts => (step === 'message' ? MESSAGE_FIELDS : CONFIRMATION_FIELDS)

/**
 * What one recipient gets, as the messages of WhatsApp that it takes, in their order: attachment, text, contact
 * card. Empty where nothing is left to say.
 * @param at milliseconds since 1970, for the greeting
 */
export function partsOf(
  campaign: Written,
  recipient: WrittenFor,
  { step = 'message', at, timeZone }: { step?: Step; at: number; timeZone: string },
): Content[] {
  const text = textOf(campaign, recipient, step, greetingAt(new Date(at), timeZone))
  if (step === 'confirmation') return text ? [{ type: 'text', text }] : []
  const media = mediaOf(campaign)
  const card = cardOf(campaign)
  const { mediaMode, contactMode } = campaign
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

/** Their own variant, or the first there is where that one was emptied since. */
function textOf(campaign: Written, recipient: WrittenFor, step: Step, greeting: string): string {
  const variants = variantsOf(campaign, step)
  const wanted = step === 'message' ? recipient.variant : recipient.confirmationVariant
  const variant = variants.includes(wanted) ? wanted : variants[0]
  const field = variant === undefined ? undefined : fieldsOf(step)[variant - 1]
  const text = fillTemplate((field && campaign[field]) ?? '', recipient, { greeting }).trim()
  if (!campaign.block || recipient.isGroup || (step === 'confirmation' && !text)) return text
  return text ? `${text}\n\n${OPT_OUT_LINE}` : ''
}

const mayHaveCaption = (media: MediaContent): media is Extract<MediaContent, { caption: string }> =>
  media.type === 'image' || media.type === 'video'

/** WhatsApp shows images up to this size as such, in bytes; larger ones go as documents. */
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
