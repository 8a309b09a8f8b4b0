import { firstOf } from '@recado/shared/first-of'
import type { Content, Notice } from '@recado/shared/messages/content'
import { cutText } from '@recado/shared/text'
import { type proto, toNumber, proto as wire } from '@whiskeysockets/baileys'
import { type Header, headerOf } from './header-file.ts'
import { mediaOf, thumbnailOf, waveformOf } from './media-part.ts'
import { totalLine } from './payment-words.ts'
import type { Wrapper } from './unwrap.ts'
import {
  buttonsText,
  emojiOf,
  idOf,
  interactiveAnswer,
  interactiveText,
  itemsOf,
  linesOf,
  listText,
  MOST_ENTRIES,
  nameOf,
  richText,
  templateText,
  textOf,
} from './words.ts'

/** Messages between programs, invisible to people. */
export const SILENT = [
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'chat',
  'call',
  'pollUpdateMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'scheduledCallEditMessage',
  'declinePaymentRequestMessage',
  'cancelPaymentRequestMessage',
  'statusNotificationMessage',
  'statusStickerInteractionMessage',
  'statusAddYours',
] as const satisfies readonly (keyof proto.IMessage)[]

/** Every kind with a visible part. `protocolMessage` changes other messages. */
export type Kind = Exclude<keyof proto.IMessage, Wrapper | (typeof SILENT)[number] | 'protocolMessage'>
export type Part<K extends Kind> = NonNullable<proto.IMessage[K]>

/**
 * What a person sees of each kind of message; undefined for a message without a visible part. A kind that a new
 * version of the library adds does not compile until it is listed: here, as a wrapper, or as silent.
 */
export const KINDS: { readonly [K in Kind]: (part: Part<K>) => Content | undefined } = {
  conversation: (text) => textContent(text),
  extendedTextMessage: ({ text }) => textContent(text),
  imageMessage: (part) => imageContent(part),
  videoMessage: (part) => videoContent(part),
  ptvMessage: (part) => videoContent(part),
  audioMessage: (part) => ({
    type: 'audio',
    voice: part.ptt ?? false,
    seconds: part.seconds ?? 0,
    ...waveformOf(part),
    media: mediaOf('audio', part, 'audio/ogg'),
  }),
  documentMessage: (part) => documentContent(part),
  stickerMessage: (part) => ({ type: 'sticker', media: mediaOf('sticker', part, 'image/webp') }),
  locationMessage: (part) => placeContent(part, part.name || part.address),
  liveLocationMessage: (part) => placeContent(part, part.caption),
  contactMessage: (part) => ({ type: 'contact', contacts: [cardOf(part)] }),
  contactsArrayMessage: ({ contacts }) => ({
    type: 'contact',
    contacts: firstOf(contacts ?? [], MOST_ENTRIES).map(cardOf),
  }),
  reactionMessage: ({ key, text }) => ({ type: 'reaction', target: idOf(key?.id), emoji: emojiOf(text) }),

  // A chosen option is shown as the person's words.
  buttonsResponseMessage: ({ selectedDisplayText, selectedButtonId }) =>
    textContent(selectedDisplayText || selectedButtonId),
  templateButtonReplyMessage: ({ selectedDisplayText, selectedId }) =>
    textContent(selectedDisplayText || selectedId),
  listResponseMessage: ({ title, description, singleSelectReply }) =>
    textContent(title || description || singleSelectReply?.selectedRowId),
  interactiveResponseMessage: (part) => wordsOf('interactiveResponseMessage', interactiveAnswer(part)),
  questionResponseMessage: ({ text }) => textContent(text),
  statusQuestionAnswerMessage: ({ text }) => textContent(text),
  statusQuotedMessage: ({ text }) => textContent(text),

  // A business's options are shown as text, below the file of its header. The choice is made on the phone.
  buttonsMessage: (part) => headedBy({ buttonsMessage: part }, 'buttonsMessage', buttonsText(part)),
  listMessage: (part) => wordsOf('listMessage', listText(part)),
  templateMessage: (part) => headedBy({ templateMessage: part }, 'templateMessage', templateText(part)),
  interactiveMessage: (part) =>
    headedBy({ interactiveMessage: part }, 'interactiveMessage', interactiveText(part)),
  highlyStructuredMessage: (part) =>
    headedBy(
      { highlyStructuredMessage: part },
      'highlyStructuredMessage',
      templateText(part.hydratedHsm ?? {}),
    ),
  richResponseMessage: (part) => wordsOf('richResponseMessage', richText(part)),

  pollCreationMessage: (part) => pollNotice(part),
  pollCreationMessageV2: (part) => pollNotice(part),
  pollCreationMessageV3: (part) => pollNotice(part),
  pollCreationMessageV5: (part) => pollNotice(part),
  pollResultSnapshotMessage: (part) => pollResultNotice(part),
  pollResultSnapshotMessageV3: (part) => pollResultNotice(part),
  eventMessage: ({ isCanceled, name, description, location, joinLink }) =>
    notice(isCanceled ? 'event-canceled' : 'event', name, [
      description,
      location?.name || location?.address,
      joinLink,
    ]),
  scheduledCallCreationMessage: ({ title }) => notice('scheduled-call', title),
  callLogMesssage: (part) => callNotice(part),
  bcallMessage: ({ caption }) => notice('call', caption),
  orderMessage: (part) => orderNotice(part),
  productMessage: ({ product, body }) =>
    notice('product', product?.title, [product?.description, body, product?.url]),
  sendPaymentMessage: ({ noteMessage }) => notice('payment', noteOf(noteMessage)),
  requestPaymentMessage: ({ noteMessage }) => notice('payment-request', noteOf(noteMessage)),
  invoiceMessage: ({ note }) => notice('payment-request', note),
  paymentInviteMessage: () => notice('payment-request'),
  groupInviteMessage: ({ groupName, caption }) => notice('group-invite', groupName, [caption]),
  newsletterAdminInviteMessage: ({ newsletterName, caption }) =>
    notice('channel-invite', newsletterName, [caption]),
  newsletterFollowerInviteMessageV2: ({ newsletterName, caption }) =>
    notice('channel-invite', newsletterName, [caption]),
  requestPhoneNumberMessage: () => notice('number-request'),
  albumMessage: () => notice('album'),
  stickerPackMessage: ({ name, caption }) => notice('sticker-pack', name, [caption]),
  statusMentionMessage: () => notice('status-mention'),
  groupStatusMentionMessage: () => notice('status-mention'),
  messageHistoryNotice: () => notice('earlier-messages'),

  // WhatsApp shows these on the phone only.
  placeholderMessage: () => notice('unreadable'),
  secretEncryptedMessage: ({ secretEncType }) =>
    secretEncType === wire.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
      ? notice('unreadable')
      : undefined,
  encCommentMessage: () => notice('unreadable'),
}

/** Content for a kind without a form of its own. @param text the sender's words */
export const notice = (
  about: Notice,
  text?: string | null,
  items: readonly (string | null | undefined)[] = [],
): Content => ({ type: 'notice', about, text: textOf(text), items: itemsOf(items) })

const textContent = (told: string | null | undefined): Content => ({ type: 'text', text: textOf(told) })

/** The sender's words, or the name of the kind if there are none. */
const wordsOf = (kind: Kind, text: string): Content =>
  text === '' ? { type: 'unsupported', kind } : { type: 'text', text }

/** The file of a business's message with its words as the caption, or the words alone. */
function headedBy(message: proto.IMessage, kind: Kind, words: string): Content {
  const { imageMessage, videoMessage, documentMessage }: Header = headerOf(message) ?? {}
  if (imageMessage) return imageContent(imageMessage, words)
  if (videoMessage) return videoContent(videoMessage, words)
  return documentMessage ? documentContent(documentMessage, words) : wordsOf(kind, words)
}

const imageContent = (part: proto.Message.IImageMessage, below?: string): Content => ({
  type: 'image',
  caption: linesOf(part.caption, below),
  ...thumbnailOf(part),
  media: mediaOf('image', part, 'image/jpeg'),
})

const videoContent = (part: proto.Message.IVideoMessage, below?: string): Content => ({
  type: 'video',
  caption: linesOf(part.caption, below),
  ...thumbnailOf(part),
  media: mediaOf('video', part, 'video/mp4'),
})

const documentContent = (part: proto.Message.IDocumentMessage, below?: string): Content => ({
  type: 'document',
  fileName: nameOf(part.fileName),
  caption: linesOf(part.caption, below),
  media: mediaOf('document', part, 'application/octet-stream'),
})

function placeContent(
  part: { degreesLatitude?: number | null; degreesLongitude?: number | null },
  name: string | null | undefined,
): Content {
  return {
    type: 'location',
    latitude: finite(part.degreesLatitude),
    longitude: finite(part.degreesLongitude),
    name: nameOf(name),
  }
}

/** Coordinates come from the sender and may be invalid. */
const finite = (degrees: number | null | undefined): number => (Number.isFinite(degrees) ? (degrees ?? 0) : 0)

/** The most digits of a number on a card, short of two numbers in one. */
const CARD_DIGITS = 30

/**
 * The first number of a vCard. Its lines end with CR LF or LF (RFC 6350 section 3.2). `^` with the flag `m` also begins a line
 * behind U+2028: each such line would be read to the end of the card, and a card of 1 MB would hold up the task for minutes.
 */
const NUMBER = /(?:^|[\r\n])(?:item\d+\.)?TEL[^:\r\n]*:([^\r\n]+)/

/** The name and the first number of a contact card; the rest of a vCard is not shown. */
function cardOf({ displayName, vcard }: proto.Message.IContactMessage): { name: string; number: string } {
  const number = NUMBER.exec(vcard ?? '')?.[1] ?? ''
  return { name: nameOf(displayName), number: cutText(number.replace(/\D/g, ''), CARD_DIGITS) }
}

/** An order from the company's catalogue. WhatsApp counts money in thousandths. */
function orderNotice({
  orderTitle,
  message,
  itemCount,
  totalAmount1000,
  totalCurrencyCode,
}: proto.Message.IOrderMessage): Content {
  const count = itemCount && itemCount > 0 ? `Itens: ${itemCount}` : undefined
  return notice('order', orderTitle, [
    message,
    count,
    totalLine(toNumber(totalAmount1000) / 1000, totalCurrencyCode),
  ])
}

const pollNotice = ({ name, options }: proto.Message.IPollCreationMessage): Content =>
  notice(
    'poll',
    name,
    (options ?? []).map(({ optionName }) => optionName),
  )

const pollResultNotice = ({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): Content =>
  notice(
    'poll-result',
    name,
    (pollVotes ?? []).map(
      ({ optionName, optionVoteCount }) => `${optionName ?? ''}: ${optionVoteCount ?? 0}`,
    ),
  )

const { CallOutcome } = wire.Message.CallLogMessage
const ANSWERED: readonly unknown[] = [
  CallOutcome.CONNECTED,
  CallOutcome.ACCEPTED_ELSEWHERE,
  CallOutcome.ONGOING,
]

function callNotice({ callOutcome, isVideo }: proto.Message.ICallLogMessage): Content {
  if (ANSWERED.includes(callOutcome)) return notice('call')
  return notice(isVideo ? 'missed-video-call' : 'missed-call')
}

/** The note beside a payment. */
const noteOf = (note: proto.IMessage | null | undefined): string =>
  linesOf(note?.conversation, note?.extendedTextMessage?.text)
