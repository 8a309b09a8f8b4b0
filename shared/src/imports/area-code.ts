import { brazilianNumber } from '../phone-numbers/brazilian-number.ts'

/** The Brazilian area code (DDD) of a cell: two digits, also as "011" or "(11)". Undefined for other texts. */
export function areaCodeOf(cell: string): string | undefined {
  if (cell.length > LONGEST_AREA_CODE) return undefined
  const digits = AREA_CODE_CELL.exec(cell.trim())?.[1]
  return digits !== undefined && isAreaCode(digits) ? digits : undefined
}

/** A number after the area code of another cell. A text with more digits than a local number stays as it is. */
export function withAreaCode(number: string, areaCodeCell: string): string {
  const areaCode = areaCodeOf(areaCodeCell)
  const digits = number.match(/\d/g)?.length ?? 0
  const isLocal = digits > 0 && digits <= LOCAL_DIGITS
  return areaCode !== undefined && isLocal ? `(${areaCode}) ${number.trim()}` : number
}

/** In characters, with blanks. */
const LONGEST_AREA_CODE = 20
const isAreaCode = (digits: string) => brazilianNumber(digits + ANY_MOBILE) !== undefined
const ANY_MOBILE = '900000000'
const AREA_CODE_CELL = /^\(?0?(\d\d)\)?$/
/** A mobile has nine digits after its area code, a landline eight. */
const LOCAL_DIGITS = 9
