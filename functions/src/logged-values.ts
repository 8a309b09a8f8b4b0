/** How many causes of an error the log prints, each the cause of the one before. */
const CAUSES = 4

/** `ERR_NO_USER_FOUND`, `ECONNRESET`. */
const CODE = /^[A-Z][A-Z0-9_]{1,63}$/

/**
 * The value that the log prints for a value: of an error only its name, message, code, stack and causes. Other fields may
 * hold stored rows, with digests of passwords and phone numbers: a failed condition carries the row that failed it.
 */
export const loggedValue = (_key: string, value: unknown): unknown =>
  value instanceof Error ? loggedError(value, CAUSES) : value

interface LoggedError {
  name: string
  message: string
  code: string | undefined
  stack: string | undefined
  cause: LoggedError | undefined
}

const loggedError = (error: Error, causes: number): LoggedError => ({
  name: error.name,
  message: error.message,
  code: codeOf(error),
  stack: error.stack,
  cause: causes > 0 && error.cause instanceof Error ? loggedError(error.cause, causes - 1) : undefined,
})

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined
