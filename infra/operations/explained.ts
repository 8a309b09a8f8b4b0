import { SettingsError } from '../src/settings-problems.ts'
import { OperationError, UsageError } from './command.ts'

/**
 * An error in an operator's words; undefined for a bug, which keeps its stack trace. The names are those of the AWS
 * SDK's errors.
 */
export function explained(error: unknown): OperationError | UsageError | SettingsError | undefined {
  if (error instanceof OperationError || error instanceof UsageError || error instanceof SettingsError)
    return error
  if (!(error instanceof Error)) return undefined
  const said = sentenceOf(error)
  return said === undefined ? undefined : new OperationError(said)
}

function sentenceOf(error: Error): string | undefined {
  const { name, message } = error
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return 'There are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  if (/^Region is missing/.test(message)) return 'Which region? Set AWS_REGION.'
  if (/^(ExpiredToken|ExpiredTokenException|RequestExpired)$/.test(name))
    return 'The AWS credentials have expired: sign in again.'
  if (
    /^(InvalidClientTokenId|UnrecognizedClientException|InvalidSignatureException|SignatureDoesNotMatch)$/.test(
      name,
    )
  )
    return `AWS does not accept these credentials (${name}).`
  if (/^AccessDenied(Exception)?$/.test(name)) return `AWS does not allow this: ${message}`
  if (isUnreachable(error)) return `Nothing answers there: ${reasonOf(error)}`
  return undefined
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH']
const isUnreachable = (error: Error): boolean =>
  ('code' in error && UNREACHABLE.includes(String(error.code))) || error.name === 'TimeoutError'

/** A connection refused by several addresses has one error per address. */
const reasonOf = (error: Error): string =>
  error.message || (error instanceof AggregateError ? error.errors.map(String).join(', ') : error.name)
