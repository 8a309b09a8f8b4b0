import type { Log, LogFields } from '@recado/shared/ports/log'
import pino from 'pino'

/** The socket service's log: lines of JSON on standard output. */
export function openLog(level: string): Log {
  const log = pino({ level, base: { service: 'session' } })
  return {
    info: (message, ...fields) => log.info(withReadableErrors(fields), message),
    warn: (message, ...fields) => log.warn(withReadableErrors(fields), message),
    error: (message, ...fields) => log.error(withReadableErrors(fields), message),
  }
}

/** Digits that may be a person's number or id. */
const NUMBERS = /\d{6,}/g

/** Removes people's numbers and ids from the library's error texts. */
const withoutNumbers = (text: string): string => text.replace(NUMBERS, '…')

function withReadableErrors(given: readonly LogFields[]): LogFields {
  const { error, ...fields }: LogFields = Object.assign({}, ...given)
  if (error === undefined) return fields
  const stack = error instanceof Error && error.stack ? { stack: withoutNumbers(error.stack) } : undefined
  return { ...fields, error: withoutNumbers(String(error)), ...stack }
}
