import type { SheetRow } from '../spreadsheets/cell-text.ts'
import { areaCodeOf } from './area-code.ts'
import { firstValueOf } from './first-value.ts'
import { numberOfCell } from './number-cell.ts'
import { isWhatsappAddress } from './whatsapp-address.ts'

/** How many cells of a column are filled, and with what kind of text. */
export interface ColumnProfile {
  filled: number
  /** Cells with any digit. */
  digits: number
  numbers: number
  areaCodes: number
  words: number
  dates: number
  emails: number
}

/** @param areaCodes the column with the area codes of its numbers, if there is one */
export function profileOf(
  rows: readonly SheetRow[],
  column: number,
  areaCodes: number | undefined,
): ColumnProfile {
  const profile = { ...NOTHING }
  for (const { cells } of rows) {
    const cell = cells[column] ?? ''
    const kind = kindOf(cell, cells[areaCodes ?? -1] ?? '')
    if (kind === 'nothing') continue
    profile.filled += 1
    if (/\d/.test(cell)) profile.digits += 1
    if (areaCodeOf(cell) !== undefined) profile.areaCodes += 1
    if (kind !== 'anything') profile[kind] += 1
  }
  return profile
}

export const isNumberCell = (cell: string): boolean => numberOfCell(cell).ok

export const NOTHING: ColumnProfile = {
  filled: 0,
  digits: 0,
  numbers: 0,
  areaCodes: 0,
  words: 0,
  dates: 0,
  emails: 0,
}

export const isMostly = (count: number, { filled }: ColumnProfile): boolean =>
  count > 0 && count * 2 >= filled
export const holdsNumbers = (profile: ColumnProfile) => isMostly(profile.numbers, profile)
export const holdsAreaCodes = (profile: ColumnProfile) => isMostly(profile.areaCodes, profile)
export const holdsEmails = (profile: ColumnProfile) => isMostly(profile.emails, profile)
export const mayBeEmails = ({ filled, emails }: ColumnProfile) => filled === 0 || emails > 0
export const mayBeNames = (profile: ColumnProfile) => profile.filled === 0 || isMostly(profile.words, profile)

/** The column with the most of it; of equal columns the first. */
export function fullest(
  profiles: readonly ColumnProfile[],
  fits: (profile: ColumnProfile, column: number) => boolean,
): number | undefined {
  const columns = profiles.flatMap((profile, column) => (fits(profile, column) ? [{ profile, column }] : []))
  const numbersIn = ({ profile }: { profile: ColumnProfile }) => profile.numbers + profile.emails
  return columns.sort((one, other) => numbersIn(other) - numbersIn(one) || one.column - other.column)[0]
    ?.column
}

/** A longer text is neither a date nor an e-mail, and is not parsed. */
const LONGEST = 254
const DATE = /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

type Kind = keyof Omit<ColumnProfile, 'filled' | 'digits' | 'areaCodes'> | 'anything' | 'nothing'

function kindOf(cell: string, areaCodeCell: string): Kind {
  if (cell === '') return 'nothing'
  if (cell.length > LONGEST) return 'anything'
  const text = cell.trim()
  if (text === '') return 'nothing'
  if (DATE.test(text)) return 'dates'
  if (numberOfCell(text, areaCodeCell).ok) return 'numbers'
  if (isWhatsappAddress(text)) return 'anything'
  if (EMAIL.test(firstValueOf(text))) return 'emails'
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return letters > 0 && letters >= digits ? 'words' : 'anything'
}
