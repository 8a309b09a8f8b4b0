import type { ErrorCode } from '../errors/error-codes.ts'

/** The reason why a file is refused. */
export type SpreadsheetErrorCode = Extract<ErrorCode, `ERR_SPREADSHEET_${string}`>

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
