import { firstOf } from '@recado/shared/first-of'
import { parsedJson } from '@recado/shared/json'
import { cleanName, cleanText, cutText } from '@recado/shared/text'
import type { proto } from '@whiskeysockets/baileys'
import { pixLines } from './payment-words.ts'

/**
 * The most characters of what a sender may write. WhatsApp's apps send no more (65,536 in a text; the others assumed), but a
 * changed app may, and a row of the table has room for 400 KB.
 */
const LONGEST = { text: 65_536, name: 255, emoji: 32, id: 255 } as const
/** The most entries of a list, and characters of each. */
export const MOST_ENTRIES = 100
const ENTRY_MAX = 1000

type Told = string | null | undefined

/**
 * Characters without a form, apart from tabs and line ends. One byte of them in a row has up to seven in the answer of a
 * Lambda, which is JSON in JSON: a page of such messages would exceed Lambda's limit of 6 MB, and could not be read.
 */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

/** Senders may write any bytes. Text that cannot be stored is cleaned and cut, not refused. */
export const textOf = (told: Told): string =>
  cutText(cleanText(told ?? '').replace(CONTROLS, ''), LONGEST.text)
export const nameOf = (told: Told): string => cutText(cleanName(told ?? ''), LONGEST.name)
export const emojiOf = (told: Told): string => cutText(cleanText(told ?? ''), LONGEST.emoji)
/** The id of a message. */
export const idOf = (told: Told): string => cutText(cleanText(told ?? ''), LONGEST.id)

/** The non-empty texts, one per line. */
export const linesOf = (...told: Told[]): string =>
  textOf(
    told
      .map(textOf)
      .filter((line) => line !== '')
      .join('\n'),
  )

/** The non-empty texts. */
export const itemsOf = (told: readonly Told[] | null | undefined): string[] =>
  firstOf(told ?? [], MOST_ENTRIES)
    .map((item) => cutText(textOf(item), ENTRY_MAX))
    .filter((item) => item !== '')

/** An option, as people write lists. */
const choice = (label: Told): Told => (label ? `• ${label}` : undefined)

/** A business's text with buttons. */
export function buttonsText({
  text,
  contentText,
  footerText,
  buttons,
}: proto.Message.IButtonsMessage): string {
  const labels = (buttons ?? []).map(({ buttonText }) => choice(buttonText?.displayText))
  return linesOf(text, contentText, footerText, ...labels)
}

/** A business's list of options. */
export function listText({ title, description, footerText, sections }: proto.Message.IListMessage): string {
  const rows = (sections ?? []).flatMap(({ rows }) => rows ?? [])
  return linesOf(title, description, footerText, ...rows.map((row) => choice(row.title)))
}

/** A business's filled-in template. */
export function templateText(template: proto.Message.ITemplateMessage): string {
  const filled = template.hydratedTemplate ?? template.hydratedFourRowTemplate
  if (!filled) return interactiveText(template.interactiveMessageTemplate ?? {})
  const labels = (filled.hydratedButtons ?? []).map(({ quickReplyButton, urlButton, callButton }) =>
    choice(quickReplyButton?.displayText ?? urlButton?.displayText ?? callButton?.displayText),
  )
  const { hydratedTitleText, hydratedContentText, hydratedFooterText } = filled
  return linesOf(hydratedTitleText, hydratedContentText, hydratedFooterText, ...labels)
}

/** A message with buttons, such as a business's menu or a Pix key, or several cards of them. */
export function interactiveText(message: proto.Message.IInteractiveMessage): string {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message
  const buttons = nativeFlowMessage?.buttons ?? []
  const pix = buttons.flatMap(({ buttonParamsJson }) => pixLines(buttonParamsJson))
  const labels = buttons.map(({ buttonParamsJson }) => choice(fieldOf(buttonParamsJson, 'display_text')))
  const cards = (carouselMessage?.cards ?? []).map(interactiveText)
  return linesOf(header?.title, header?.subtitle, body?.text, footer?.text, ...pix, ...labels, ...cards)
}

/** The option that a person chose in a message with buttons. */
export function interactiveAnswer({
  body,
  nativeFlowResponseMessage,
}: proto.Message.IInteractiveResponseMessage) {
  const chosen = fieldOf(nativeFlowResponseMessage?.paramsJson, 'title')
  return linesOf(body?.text || chosen || nativeFlowResponseMessage?.name)
}

/** An assistant's text, without its pictures and tables. */
export const richText = ({ submessages }: proto.IAIRichResponseMessage): string =>
  linesOf(...(submessages ?? []).map(({ messageText }) => messageText))

/** A text field of untrusted JSON; undefined if missing. */
function fieldOf(json: Told, field: string): string | undefined {
  const told = parsedJson(json ?? '')
  if (typeof told !== 'object' || told === null || !(field in told)) return undefined
  const value: unknown = Reflect.get(told, field)
  return typeof value === 'string' ? value : undefined
}
