import { cutText } from '../text.ts'

/** How a number is read. The cell's format decides, not the stored value. */
export type NumberKind = 'number' | 'date' | 'time' | 'date and time'

/** The kind of number of each of a workbook's cell formats, in the order of `formatIds`. */
export function numberKinds(formatIds: readonly number[], codes: ReadonlyMap<number, string>): NumberKind[] {
  const known = new Map<number, NumberKind>()
  return formatIds.map((id) => {
    const kind = known.get(id) ?? numberKind(id, codes.get(id))
    known.set(id, kind)
    return kind
  })
}

/** Characters read of a format's code: Excel's own limit. */
const LONGEST_CODE = 255

/**
 * The kind of number that a format shows. Formats without code are Excel's built-in ones (ECMA-376 part 1, 18.8.30).
 * Quoted text, escaped characters and [colours] are no placeholders: `"d"0` is no date.
 */
export function numberKind(formatId: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN.get(formatId) ?? 'number'
  const placeholders = cutText(code, LONGEST_CODE)
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';', 1)
    .join('')
    .toLowerCase()
  if (placeholders === 'general' || placeholders === 'standard') return 'number'
  const time = /[hs]/.test(placeholders)
  const date = /[dy]/.test(placeholders) || (!time && placeholders.includes('m'))
  if (date) return time ? 'date and time' : 'date'
  return time ? 'time' : 'number'
}

const BUILT_IN = new Map<number, NumberKind>([
  ...[14, 15, 16, 17].map((id): [number, NumberKind] => [id, 'date']),
  ...[18, 19, 20, 21, 45, 46, 47].map((id): [number, NumberKind] => [id, 'time']),
  [22, 'date and time'],
  // East Asian dates
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, NumberKind] => [id, 'date']),
])
