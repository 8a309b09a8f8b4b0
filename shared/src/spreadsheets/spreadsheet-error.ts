/** Why a whole file is refused; the code is the translation key (`errors.{code}`). */
export const SPREADSHEET_ERRORS = [
  /** Broken, cut off, or no spreadsheet at all. */
  'ERR_SPREADSHEET_UNREADABLE',
  /** Protected by a password. */
  'ERR_SPREADSHEET_ENCRYPTED',
  /** Over a limit of limits.ts, or a file that inflates out of all proportion. */
  'ERR_SPREADSHEET_TOO_LARGE',
  /** A document of another kind: .ods, .xlsb, .docx, HTML, PDF. */
  'ERR_SPREADSHEET_UNSUPPORTED',
  /** No rows below the header, or none at all. */
  'ERR_SPREADSHEET_EMPTY',
  /** No column with phone numbers. */
  'ERR_SPREADSHEET_NO_NUMBERS',
] as const

export type SpreadsheetErrorCode = (typeof SPREADSHEET_ERRORS)[number]

/** The file cannot be imported. The message is for the log and never quotes the file. */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode

  constructor(code: SpreadsheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SpreadsheetError'
    this.code = code
  }
}

export const unreadable = (message: string, cause?: unknown) =>
  new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', message, { cause })

export const tooLarge = (message: string) => new SpreadsheetError('ERR_SPREADSHEET_TOO_LARGE', message)

export const unsupported = (message: string) => new SpreadsheetError('ERR_SPREADSHEET_UNSUPPORTED', message)

export const encrypted = () =>
  new SpreadsheetError('ERR_SPREADSHEET_ENCRYPTED', 'The file is protected by a password')

export const noNumbers = (message: string) => new SpreadsheetError('ERR_SPREADSHEET_NO_NUMBERS', message)

export const empty = (message: string) => new SpreadsheetError('ERR_SPREADSHEET_EMPTY', message)
