import { searchable } from '@recado/shared/searchable'

/** Characters as people see them: a letter with its accents is one. */
const characters = new Intl.Segmenter('pt', { granularity: 'grapheme' })

/** Part of a text, as start and end in UTF-16 units. */
export type Range = readonly [start: number, end: number]

/**
 * Where a text contains what was typed. Case and accents do not count; for a number neither do blanks and punctuation:
 * "11987" is in "+55 11 98765-4321".
 */
export function matchesIn(text: string, typed: string): Range[] {
  const isNumber = /^\+?[\d\s()./-]+$/.test(typed) && /\d/.test(typed)
  const keep = (folded: string) => (isNumber ? folded.replace(/\D/g, '') : folded)
  const wanted = keep(searchable(typed).trim())
  if (wanted === '') return []
  // Each UTF-16 unit of the folded text, with the place of the character that it comes from.
  const units = [...characters.segment(text)].flatMap(({ segment, index: start }) =>
    keep(searchable(segment))
      .split('')
      .map((unit) => ({ unit, start, end: start + segment.length })),
  )
  const folded = units.map(({ unit }) => unit).join('')
  const ranges: Range[] = []
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [units[at], units[at + wanted.length - 1]]
    if (first && last) ranges.push([first.start, last.end])
  }
  return ranges
}

/**
 * A text in parts that match and do not match in turn; the first part does not match. Ranges that overlap or lie outside are
 * left out.
 */
export function partsOf(text: string, ranges: readonly Range[]): string[] {
  const parts: string[] = []
  let done = 0
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start < done || end <= start || end > text.length) continue
    parts.push(text.slice(done, start), text.slice(start, end))
    done = end
  }
  return [...parts, text.slice(done)]
}
