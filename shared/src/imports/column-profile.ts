import { firstValueOf } from './first-value.ts'
import { numberOfCell } from './number-cell.ts'

/** How many cells of a column are filled, and with what kind of text. */
export interface ColumnProfile {
  filled: number
  /** Cells with any digit. */
  digits: number
  numbers: number
  words: number
  dates: number
  emails: number
}

export function profileOf(cells: readonly string[]): ColumnProfile {
  const profile: ColumnProfile = { filled: 0, digits: 0, numbers: 0, words: 0, dates: 0, emails: 0 }
  for (const cell of cells) {
    const kind = kindOf(cell)
    if (kind === 'nothing') continue
    profile.filled += 1
    if (/\d/.test(cell)) profile.digits += 1
    if (kind !== 'anything') profile[kind] += 1
  }
  return profile
}

export const isNumberCell = (cell: string): boolean => numberOfCell(cell).ok

/** A longer text is neither a date nor an e-mail, and is not parsed. */
const LONGEST = 254
const DATE = /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

function kindOf(cell: string): keyof Omit<ColumnProfile, 'filled' | 'digits'> | 'anything' | 'nothing' {
  if (cell === '') return 'nothing'
  if (cell.length > LONGEST) return 'anything'
  const text = cell.trim()
  if (text === '') return 'nothing'
  if (DATE.test(text)) return 'dates'
  if (isNumberCell(text)) return 'numbers'
  if (EMAIL.test(firstValueOf(text))) return 'emails'
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return letters > 0 && letters >= digits ? 'words' : 'anything'
}
