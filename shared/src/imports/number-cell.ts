import { type NormalizedNumber, normalizeNumber } from '../phone-numbers/phone-number.ts'
import { cutText } from '../text.ts'
import { withAreaCode } from './area-code.ts'
import { numberOfAddress } from './whatsapp-address.ts'

/**
 * The number in a cell, as {@link normalizeNumber} reads it, or in an address of WhatsApp. Of several numbers the first
 * valid one, if the cell as a whole is none: a single number may have a slash too. Texts far too long to be a number are
 * not parsed, because one text of the text table may be in every cell of a sheet.
 * @param areaCodeCell the cell with the area code of numbers without one
 */
export function numberOfCell(cell: string, areaCodeCell = ''): NormalizedNumber {
  if (cell.length > LONGEST_NUMBER) {
    const isBlank = cutText(cell, LONGEST_NUMBER).trim() === ''
    return { ok: false, reason: isBlank ? 'NUMBER_EMPTY' : 'NUMBER_INVALID' }
  }
  const whole = numberOf(cell, areaCodeCell)
  if (whole.ok) return whole
  for (const part of partsOf(cell)) {
    const number = numberOf(part, areaCodeCell)
    if (number.ok) return number
  }
  return whole
}

/** In characters, including a label and blanks. */
const LONGEST_NUMBER = 200
/** Between several numbers in a cell; " ::: " is the one of Google Contacts. */
const NEXT_NUMBER = /\s:::\s|\s\/\s|[;\r\n]/
/** Parts of a cell that are read: each row of a hostile file may have as many as fit. */
const MOST_PARTS = 5

const partsOf = (cell: string): string[] =>
  NEXT_NUMBER.test(cell) ? cell.split(NEXT_NUMBER, MOST_PARTS) : []

function numberOf(text: string, areaCodeCell: string): NormalizedNumber {
  const alone = normalizeNumber(numberOfAddress(text.trim()) ?? text)
  if (alone.ok || areaCodeCell === '') return alone
  const joined = withAreaCode(text, areaCodeCell)
  return joined === text ? alone : normalizeNumber(joined)
}
