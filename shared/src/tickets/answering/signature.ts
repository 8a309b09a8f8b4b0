import type { StoredContent } from '../../messages/content.ts'
import type { DeskSettings } from '../contract/desk-settings.ts'
import type { WrittenContent } from '../contract/written-content.ts'

/** The name above an attendant's words: the first word of their name (part 4 §16). */
export const signatureOf = (userName: string): string => userName.trim().split(/\s+/)[0] ?? ''

/** The line that {@link signed} puts above the words of a user. */
const lineOf = (userName: string): string => `*${signatureOf(userName)}:*\n`

/**
 * The line that {@link signed} put above these words; '' above unsigned words. A heading of their own is none.
 * @param userName of the message's author, as it was when they wrote
 */
export const signatureIn = (words: string, userName: string): string =>
  words.startsWith(lineOf(userName)) ? lineOf(userName) : ''

/** Words without the line that {@link signed} puts above them. @param userName of the message's author */
export const unsigned = (words: string, userName: string): string =>
  words.slice(signatureIn(words, userName).length)

/** A message's content without the signature above its words. @param userName of the message's author */
export function unsignedContent<C extends StoredContent>(content: C, userName: string): C {
  if (content.type === 'text') return { ...content, text: unsigned(content.text, userName) }
  return 'caption' in content ? { ...content, caption: unsigned(content.caption, userName) } : content
}

/**
 * The content as it leaves: with the attendant's first name above its words, if the company or the attendant wants that
 * (part 4 §6 and §16). A recording, and a file without a caption, has no words.
 * @param sign the attendant's choice, where the company leaves it to them
 */
export function signed(
  content: WrittenContent,
  userName: string,
  setting: DeskSettings['signMessages'],
  sign: boolean | undefined,
): WrittenContent {
  if (setting === 'never' || (setting === 'choice' && !sign)) return content
  const withName = (words: string) => lineOf(userName) + words
  if (content.type === 'text') return { ...content, text: withName(content.text) }
  return 'caption' in content && content.caption
    ? { ...content, caption: withName(content.caption) }
    : content
}
