import { ACCOUNT_CODES } from './account-codes.ts'
import { CAMPAIGN_CODES } from './campaign-codes.ts'
import { CONNECTION_CODES } from './connection-codes.ts'
import { CONTACT_CODES } from './contact-codes.ts'
import type { ErrorKind } from './errors.ts'
import { GENERAL_CODES } from './general-codes.ts'
import { PLATFORM_CODES } from './platform-codes.ts'
import { STATE_CODES } from './state-codes.ts'
import { TICKET_CODES } from './ticket-codes.ts'

/**
 * Every error code of the API, with its kinds of DomainError. The doc comment gives the cause and the remedy. A code
 * without a kind is never the code of a DomainError.
 *
 * The translation of a code is `errors.{code}`. Codes in `details[].code` are about one field, and are declared beside
 * the check of that field.
 */
export const ERROR_CODES = {
  ...GENERAL_CODES,
  ...ACCOUNT_CODES,
  ...PLATFORM_CODES,
  ...CONNECTION_CODES,
  ...CONTACT_CODES,
  ...CAMPAIGN_CODES,
  ...TICKET_CODES,
  ...STATE_CODES,
}

export type ErrorCode = keyof typeof ERROR_CODES

/** Codes of errors of this kind. */
export type CodeOf<K extends ErrorKind> = {
  [C in ErrorCode]: K extends (typeof ERROR_CODES)[C][number] ? C : never
}[ErrorCode]
