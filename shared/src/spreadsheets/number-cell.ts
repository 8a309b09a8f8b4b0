import { type NormalizedNumber, normalizeNumber } from '../contacts/phone-number.ts'
import { cutText } from '../text.ts'

/**
 * The number in a cell: {@link normalizeNumber}, but for texts far too long to be one. Those are not looked
 * through, since one text of the text table may stand in every cell of a sheet.
 */
export function numberOfCell(cell: string): NormalizedNumber {
  if (cell.length <= LONGEST_NUMBER) return normalizeNumber(cell)
  const isBlank = cutText(cell, LONGEST_NUMBER).trim() === ''
  return { ok: false, reason: isBlank ? 'NUMBER_EMPTY' : 'NUMBER_INVALID' }
}

/** Characters, with any label and all blanks. */
const LONGEST_NUMBER = 200
