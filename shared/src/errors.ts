/** Why a request cannot be done. The kind decides the HTTP status, nothing else does. */
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

export interface ErrorDetail {
  path: string
  code: string
}

/**
 * A failure the user is told about. `code` is the translation key (`errors.{code}`);
 * anything else that is thrown is a bug and reaches the user as ERR_INTERNAL.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: ErrorDetail[] | undefined
  /** Seconds to wait before trying again; becomes the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    more: { details?: ErrorDetail[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.kind = kind
    this.code = code
    this.details = more.details
    this.retryAfter = more.retryAfter
  }
}

/** The same answer for an unknown id and for another company's id, so that ids cannot be probed. */
export const notFound = (code: string, message = 'Nothing found with this ID') =>
  new DomainError('not-found', code, message)
