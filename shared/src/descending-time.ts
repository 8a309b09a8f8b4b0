/**
 * A time as a text that sorts later times first: digits of one length, until the year 2286.
 * @param ms milliseconds since 1970
 */
export const descendingTime = (ms: number): string => String(LAST_MS - ms).padStart(DIGITS, '0')

/** The largest time of 13 digits, in the year 2286. */
const LAST_MS = 9_999_999_999_999
const DIGITS = 13
