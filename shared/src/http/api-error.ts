import type { ErrorBody } from './contract.ts'

/**
 * A failed call. `status` 0: no response (`ERR_NETWORK`). `code` is the translation key (`errors.{code}`), and `values`
 * fill its blanks; `details` name the refused fields.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: { path: string; code: string }[]
  readonly values: Record<string, string | number>

  constructor(
    status: number,
    code: string,
    message: string,
    { details = [], values = {} }: Pick<ErrorBody, 'details' | 'values'> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.values = values
  }

  /** Whether no answer of the server came: the network or the way to the server failed. It says nothing of the session. */
  get isFromTheWay(): boolean {
    return this.code === 'ERR_NETWORK' || this.code === 'ERR_UNAVAILABLE'
  }
}
