/** Digits that may be a number or an id of a person. */
const NUMBERS = /\d{6,}/g

/** What failed, for the log: errors of the library name people in their texts, which stay out. */
export const failure = (error: unknown): string => String(error).replace(NUMBERS, '…')
