import { type NormalizedNumber, normalizeNumber } from '../phone-numbers/phone-number.ts'
import { cutText } from '../text.ts'
import { firstValueOf } from './first-value.ts'

/**
 * The first number in a cell: {@link normalizeNumber}, except for texts far too long to be a number. Those are not parsed,
 * because one text of the text table may be in every cell of a sheet.
 */
export function numberOfCell(cell: string): NormalizedNumber {
  if (cell.length <= LONGEST_NUMBER) return normalizeNumber(firstValueOf(cell))
  const isBlank = cutText(cell, LONGEST_NUMBER).trim() === ''
  return { ok: false, reason: isBlank ? 'NUMBER_EMPTY' : 'NUMBER_INVALID' }
}

/** In characters, including a label and blanks. */
const LONGEST_NUMBER = 200
