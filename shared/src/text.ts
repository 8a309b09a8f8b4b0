import { firstOf } from './first-of.ts'

/**
 * Cutting and cleaning text. DynamoDB and SQS refuse text with half a surrogate pair, and with it the whole row or
 * message. A test holds that no other file cuts text.
 */

/** The beginning of a text that decides where its characters end, in UTF-16 units behind the cut. */
const LOOK_AHEAD = 2
/** Below this code unit, a CR LF aside, every unit is a character of its own. */
const FIRST_COMBINING = 0x300
const CARRIAGE_RETURN = 0x0d

const characters = new Intl.Segmenter('pt', { granularity: 'grapheme' })

/**
 * The beginning of a text: at most `length` code points, and no character as people see it (a grapheme, such as a
 * flag or a family) cut in two. A single character longer than that is cut between two code points.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const end = unitsOf(text, length)
  if (end >= text.length || isBoundary(text, end)) return text.slice(0, end)
  const beginning = text.slice(0, end + LOOK_AHEAD)
  const start = characters.segment(beginning).containing(end)?.index ?? end
  return text.slice(0, start === 0 ? end : start)
}

/** A text with another one in place of what stands between two positions of a text field, in UTF-16 units. */
export const replacedBetween = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end)

/** The length of a text in code points. */
export function codePointsOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += unitsAt(text, at)) count += 1
  return count
}

/** UTF-16 units of the first code points. */
function unitsOf(text: string, codePoints: number): number {
  let end = 0
  for (let count = 0; count < codePoints && end < text.length; count += 1) end += unitsAt(text, end)
  return end
}

const unitsAt = (text: string, at: number): 1 | 2 => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** Whether this is surely a boundary between two characters, without looking at the whole text. */
function isBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return before < FIRST_COMBINING && before !== CARRIAGE_RETURN && text.charCodeAt(at) < FIRST_COMBINING
}

/** Whether a text can be stored: no half of a surrogate pair, no NUL. */
export const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text from outside that is taken as it comes: halves of surrogate pairs become U+FFFD, NULs go. */
export const cleanText = (text: string): string =>
  MAY_BE_BROKEN.test(text) ? text.toWellFormed().replaceAll('\0', '') : text

/** Units that are not in most texts: one look finds out that there is nothing to clean. */
const MAY_BE_BROKEN = /[\0\ud800-\udfff]/

/** Characters that turn the direction of the text behind them. Joiners of emoji are none of them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Whether a name shows its characters in the order in which they stand. */
export const isPlainlyOrdered = (name: string): boolean => name.search(BIDI_CONTROLS) === -1

/** A name from outside that is taken as it comes: cleaned, and without bidi controls. */
export const cleanName = (name: string): string => cleanText(name).replace(BIDI_CONTROLS, '')

/** So many broken texts of one value are named, and so much of each path. */
const PATHS_SHOWN = 20
const PATH_MAX_LENGTH = 200

/**
 * Where in a value from outside (JSON, a query) a text or a key cannot be stored.
 * @returns paths such as `contacts.0.name`, of the first that were found
 */
export function brokenTexts(value: unknown): string[] {
  const broken: string[] = []
  // A list of what is still to be looked at: JSON may be nested deeper than the call stack.
  const left: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = left.pop(); next && broken.length < PATHS_SHOWN; next = left.pop()) {
    const { path } = next
    if (typeof next.value === 'string' && !isSound(next.value)) broken.push(path)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, inner] of Object.entries(next.value)) {
      const at = cutText(cleanText(path === '' ? key : `${path}.${key}`), PATH_MAX_LENGTH)
      if (isSound(key)) left.push({ path: at, value: inner })
      else broken.push(at)
    }
  }
  return firstOf(broken, PATHS_SHOWN)
}
