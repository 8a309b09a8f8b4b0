import type { CodeOf, ErrorCode } from './error-codes.ts'

/** Why a request is refused. The kind alone decides the HTTP status. */
export const STATUS_OF_KIND = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'dependency-failed': 424,
  'too-many-requests': 429,
} as const

export type ErrorKind = keyof typeof STATUS_OF_KIND

/** What is wrong with one field. The code is the check's own, such as `too_big` or `required`. */
export interface ErrorDetail {
  path: string
  code: string
}

/** What a refusal names, such as the colleague who was faster. */
export type ErrorValues = Record<string, string | number>

/**
 * A failure that the user is told about. `code` is the translation key (`errors.{code}`). Anything else that is thrown
 * is a bug, and reaches the user as ERR_INTERNAL. A kind that the register does not give to the code does not compile.
 */
export class DomainError<K extends ErrorKind = ErrorKind> extends Error {
  readonly kind: ErrorKind
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** What the refusal names, for the blanks of its translation. */
  readonly values: ErrorValues | undefined
  /** Seconds to wait before the next try; becomes the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(
    kind: K,
    code: CodeOf<K>,
    message: string,
    more: { details?: ErrorDetail[]; values?: ErrorValues; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.kind = kind
    this.code = code
    this.details = more.details
    this.values = more.values
    this.retryAfter = more.retryAfter
  }
}

/** The same answer for an unknown id and for another company's id, so that ids cannot be probed. */
export const notFound = (code: CodeOf<'not-found'>, message = 'Nothing found with this ID') =>
  new DomainError('not-found', code, message)

/** The answer to a user whose profile does not permit the call. */
export const notPermitted = () =>
  new DomainError('forbidden', 'ERR_NO_PERMISSION', 'You are not permitted to do this')

/** The answer to a request with one field that does not fit. @param code as in {@link ErrorDetail} */
export const invalidField = (path: string, code: string, message: string) =>
  new DomainError('invalid', 'ERR_VALIDATION', message, { details: [{ path, code }] })
