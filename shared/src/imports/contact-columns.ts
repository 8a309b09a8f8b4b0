import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { firstOf } from '../first-of.ts'
import type { SheetRow } from '../spreadsheets/cell-text.ts'
import {
  type ColumnProfile,
  fullest,
  holdsAreaCodes,
  holdsEmails,
  holdsNumbers,
  isMostly,
  isNumberCell,
  mayBeEmails,
  mayBeNames,
  NOTHING,
  profileOf,
} from './column-profile.ts'
import { fieldsOfTitle, SURE_NUMBER } from './column-titles.ts'
import type { ColumnRole } from './import.ts'

/** The column of each field of a contact, from 0; a missing field has no entry. */
export type ContactColumns = ReadonlyMap<ColumnRole, number>

/** The columns of the template, and of a file without a header. */
export const COLUMNS_IN_ORDER = ['name', 'number', 'email', 'var1', 'var2', 'var3'] as const
/** A contact's row in the template's columns. */
export const cellsOf = (contact: ContactFields): string[] => COLUMNS_IN_ORDER.map((field) => contact[field])
const [FIRST, SECOND] = [0, 1]

/** The layout of a sheet, found by its first rows. */
export interface FoundColumns {
  columns: ContactColumns
  /** The index of the first contact's row; the rows above it are titles or the header. */
  firstRow: number
  /** Whether a title or the position determines the column of numbers, and most rows have a number there. */
  clear: boolean
  /** Whether that column has any text that was meant as a number. */
  holdsNumbers: boolean
}

/** Rows searched for a header, which may have titles above it. */
export const HEADER_WITHIN = 10
/** Rows of contacts whose content determines the columns. */
export const JUDGED = 20

/**
 * Finds the columns (specification 3, section 5) by the titles of the header and the content of the rows. A column of
 * numbers needs rows that agree with its title, dates and codes are not names, and an e-mail has an @. An unclear
 * column gets no field.
 * @param first the first rows of the sheet, {@link HEADER_WITHIN} + {@link JUDGED} of them
 */
export function findColumns(first: readonly SheetRow[]): FoundColumns {
  const contact = first.findIndex(({ cells }) => cells.some(isNumberCell))
  const header = headerOf(firstOf(first, Math.min(HEADER_WITHIN, contact === -1 ? first.length : contact)))
  return header === undefined ? withoutHeader(first, contact) : withHeader(first, header)
}

/** The row with the most known titles above the first number; of equal rows the one with more cells, then the lower. */
function headerOf(rows: readonly SheetRow[]): number | undefined {
  const width = Math.max(...rows.map(filledIn), 0)
  let best: { index: number; titles: number; filled: number } | undefined
  rows.forEach((row, index) => {
    const titles = row.cells.filter((cell) => isFieldTitle(cell)).length
    const filled = filledIn(row)
    // A line of one cell above a table is its title, whatever its words.
    if (titles === 0 || (filled === 1 && width > 1)) return
    if (!best || titles > best.titles || (titles === best.titles && filled > best.filled))
      best = { index, titles, filled }
  })
  return best?.index
}

const isFieldTitle = (cell: string): boolean => {
  const fields = fieldsOfTitle(cell)
  return fields !== 'other' && fields.length > 0
}

const filledIn = ({ cells }: SheetRow): number => cells.filter((cell) => cell.trim() !== '').length

function withHeader(first: readonly SheetRow[], header: number): FoundColumns {
  const titles = first[header]?.cells ?? []
  const rows = firstOf(first.slice(header + 1), JUDGED)
  const profiles = profilesOf(rows, titles.length)
  const titled = (field: ColumnRole, fits: (profile: ColumnProfile) => boolean) =>
    titlesFor(titles, field).filter((column) => fits(profiles[column] ?? NOTHING))
  const areaCodes = titled('areaCode', holdsAreaCodes)
  const asNumbers = profiles.map((profile, column) => {
    const codes = nearest(areaCodes, column)
    return codes === undefined ? profile : profileOf(rows, column, codes)
  })

  const byTitle = titlesFor(titles, 'number').find((column) => holdsNumbers(asNumbers[column] ?? NOTHING))
  const isFree = (column: number) => fieldsOfTitle(titles[column] ?? '').length === 0
  const byContent =
    byTitle ?? fullest(asNumbers, (profile, column) => holdsNumbers(profile) && isFree(column))
  // If no row has a number, only the title counts: each row is then refused with its reason.
  const number = byContent ?? titlesFor(titles, 'number').find((column) => isSurelyNumber(titles[column]))
  const columns = new Map<ColumnRole, number>()
  const put = (field: ColumnRole, column: number | undefined) => {
    if (column !== undefined && ![...columns.values()].includes(column)) columns.set(field, column)
  }
  put('number', number)
  if (number !== undefined) put('areaCode', nearest(areaCodes, number))
  const name = titled('name', mayBeNames).find((column) => column !== number)
  put('name', name)
  if (name !== undefined) put('surname', titled('surname', mayBeNames)[0])
  put('email', titled('email', mayBeEmails)[0] ?? fullest(profiles, holdsEmails))
  for (const field of ['var1', 'var2', 'var3'] as const) put(field, titlesFor(titles, field)[0])
  const judged = asNumbers[number ?? -1] ?? NOTHING
  return {
    columns,
    firstRow: header + 1,
    clear: byTitle !== undefined && byTitle === number && isInMost(judged, rows),
    holdsNumbers: judged.digits > 0,
  }
}

/** By position. If the numbers are in another column, only columns with unmistakable content count. */
function withoutHeader(first: readonly SheetRow[], contact: number): FoundColumns {
  const example = first[contact] ?? first.at(-1)
  const rows = firstOf(first.slice(Math.max(0, contact)), JUDGED)
  const profiles = profilesOf(rows, 0)
  const isSingle =
    example !== undefined && example.cells.findLastIndex((cell) => cell.trim() !== '') === FIRST
  const place = isSingle ? FIRST : SECOND
  const isInPlace = holdsNumbers(profiles[place] ?? NOTHING)
  const number = isInPlace ? place : (fullest(profiles, holdsNumbers) ?? place)
  const judged = profiles[number] ?? NOTHING
  const firstRow = contact === -1 ? 0 : belowTitles(firstOf(first, contact), number)
  // A header of unknown titles: its columns may be in any order.
  const isUnknown = firstOf(first, firstRow).some((row) => filledIn(row) > 1)
  return {
    columns: number === place && !isUnknown ? byPosition(isSingle, profiles) : byRows(number, profiles),
    firstRow,
    clear: isInPlace && !isUnknown && isInMost(judged, rows),
    holdsNumbers: judged.numbers > 0,
  }
}

/** The columns of a file without a header: by position, and a single column is the number. */
function byPosition(isSingle: boolean, profiles: readonly ColumnProfile[]): ContactColumns {
  if (isSingle) return new Map([['number', FIRST]])
  const fits = (field: keyof ContactFields, profile: ColumnProfile) =>
    field === 'name' ? !isMostly(profile.dates, profile) : field !== 'email' || mayBeEmails(profile)
  return new Map(
    COLUMNS_IN_ORDER.flatMap((field, column) =>
      fits(field, profiles[column] ?? NOTHING) ? [[field, column] as const] : [],
    ),
  )
}

function byRows(number: number, profiles: readonly ColumnProfile[]): ContactColumns {
  const email = fullest(profiles, holdsEmails)
  return new Map<ColumnRole, number>([
    ['number', number],
    ...(email === undefined ? [] : [['email', email] as const]),
  ])
}

/** Rows above the first number with words only, or with a single cell, count as unknown titles. */
function belowTitles(above: readonly SheetRow[], number: number): number {
  return 1 + above.findLastIndex((row) => isTitleLine(row, number))
}

function isTitleLine(row: SheetRow, number: number): boolean {
  const filled = row.cells.filter((cell) => cell.trim() !== '')
  const isWords = filled.every((cell) => !/[\d@]/.test(cell))
  return isWords && (filled.length === 1 || (row.cells[number] ?? '').trim() !== '')
}

/** Whether at least half of the first rows have a number there. */
const isInMost = ({ numbers }: ColumnProfile, rows: readonly SheetRow[]): boolean =>
  numbers > 0 && numbers * 2 >= rows.length

function profilesOf(rows: readonly SheetRow[], titles: number): ColumnProfile[] {
  const width = Math.max(titles, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => profileOf(rows, column, undefined))
}

/** The nearest of other columns; of two the one to the left. */
const nearest = (others: readonly number[], column: number): number | undefined =>
  others
    .filter((other) => other !== column)
    .sort((one, other) => Math.abs(one - column) - Math.abs(other - column) || one - other)[0]

/** The columns whose titles name this field, the most certain first. */
const titlesFor = (titles: readonly string[], wanted: ColumnRole): number[] =>
  titles
    .flatMap((title, column) => {
      const fields = fieldsOfTitle(title)
      const found = fields === 'other' ? undefined : fields.find(({ field }) => field === wanted)
      return found ? [{ column, rank: found.rank }] : []
    })
    .sort((one, other) => one.rank - other.rank || one.column - other.column)
    .map(({ column }) => column)

const isSurelyNumber = (title = ''): boolean => {
  const fields = fieldsOfTitle(title)
  return fields !== 'other' && fields.some(({ field, rank }) => field === 'number' && rank <= SURE_NUMBER)
}
