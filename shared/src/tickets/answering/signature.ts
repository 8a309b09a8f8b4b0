import type { DeskSettings } from '../contract/desk-settings.ts'
import type { WrittenContent } from '../contract/written-content.ts'

/** The name above an attendant's words: the first word of their name (part 4 §16). */
export const signatureOf = (userName: string): string => userName.trim().split(/\s+/)[0] ?? ''

const SIGNATURE = /^\*[^\s*]+:\*\n/

/** Words without the name that {@link signed} puts above them. */
export const unsigned = (words: string): string => words.replace(SIGNATURE, '')

/** The name that {@link signed} put above these words, with its line break; '' above unsigned words. */
export const signatureIn = (words: string): string => SIGNATURE.exec(words)?.[0] ?? ''

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
  const withName = (words: string) => `*${signatureOf(userName)}:*\n${words}`
  if (content.type === 'text') return { ...content, text: withName(content.text) }
  return 'caption' in content && content.caption
    ? { ...content, caption: withName(content.caption) }
    : content
}
