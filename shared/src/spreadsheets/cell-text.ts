import { cleanText, codePointsOf, cutText } from '../text.ts'
import type { NumberKind } from './number-format.ts'

/** A row of the sheet. */
export interface SheetRow {
  /** The row's number as a spreadsheet program shows it, from 1. */
  line: number
  /** From column A. Empty cells and errors are ''; an error must not reach a message. */
  cells: string[]
  /** Errors such as #N/A by their column, if any. */
  errors?: ReadonlyMap<number, string>
}

/**
 * Empties a blank text of the text table. Any number of cells may share one long blank text, so it is checked once
 * here and not in each cell.
 */
export const unlessBlank = (text: string): string => (text.trim() === '' ? '' : text)

/** Leading blanks that are skipped to find a cell's text. Limited because every cell may share one long text. */
const BLANKS_BEFORE = 1000

/** The text of a cell, cleaned and cut to `length` code points. */
export function fieldText(cell: string | undefined, length: number): string {
  if (!cell) return ''
  if (cell.length <= length) return cleanText(cell).trim()
  return cutText(beginningOf(cell, length), length).trim()
}

/** Whether {@link fieldText} cuts the text of a cell. */
export const isCutAt = (cell: string | undefined, length: number): boolean =>
  cell !== undefined && cell.length > length && codePointsOf(beginningOf(cell, length)) > length

const beginningOf = (cell: string, length: number): string =>
  cleanText(cutText(cell, BLANKS_BEFORE + length).trim())

/** The text of a cell that holds a number, as a Brazilian Excel would show it without a format. */
export function numberText(value: number, kind: NumberKind, date1904: boolean): string {
  const date = kind === 'number' ? undefined : dateText(value, kind, date1904)
  if (date !== undefined) return date
  if (Number.isSafeInteger(value)) return String(value)
  // Excel keeps fifteen digits: 0.1 + 0.2 is 0,3 there.
  return String(Number(value.toPrecision(15))).replace('.', ',')
}

export const booleanText = (value: boolean) => (value ? 'VERDADEIRO' : 'FALSO')

/** "2024-03-15T14:30:00" of a cell of type date -> "15/03/2024". */
export function isoDateText(value: string): string {
  return value.replace(/^(\d{4})-(\d\d)-(\d\d)(T.*)?$/, '$3/$2/$1')
}

const DAY_MS = 86_400_000
const MINUTES_OF_DAY = 1440
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAYS_FROM_1900_TO_1904 = 1462
/** 31/12/9999. */
const LAST_DAY = 2_958_465
/** Excel counts a 29/02/1900, which did not exist: days before it are one off. */
const FALSE_LEAP_DAY = 60

/** A serial number -> "15/03/2024", "14:30" or both; undefined if Excel has no date for it. */
function dateText(
  serial: number,
  kind: Exclude<NumberKind, 'number'>,
  date1904: boolean,
): string | undefined {
  const days = date1904 ? serial + DAYS_FROM_1900_TO_1904 : serial
  if (!(serial >= 0 && days < LAST_DAY + 1)) return undefined
  // Programs store times with an error of about a millisecond.
  const milliseconds = Math.round(days * DAY_MS)
  const day = Math.floor(milliseconds / DAY_MS)
  const minutes = minutesOf(milliseconds % DAY_MS)
  if (kind === 'time')
    return clock((date1904 ? day - DAYS_FROM_1900_TO_1904 : day) * MINUTES_OF_DAY + minutes)
  if (kind === 'date and time' && serial < 1) return clock(minutes)
  if (day > LAST_DAY) return undefined

  const date = new Date(DAY_ZERO + (day < FALSE_LEAP_DAY ? day + 1 : day) * DAY_MS)
  const written = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  return kind === 'date and time' ? `${written} ${clock(minutes)}` : written
}

/** As Excel shows it: rounded to the second, then cut to the minute. The last second stays in its day. */
const minutesOf = (milliseconds: number) =>
  Math.min(MINUTES_OF_DAY - 1, Math.floor(Math.round(milliseconds / 1000) / 60))

const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const two = (value: number) => String(value).padStart(2, '0')
