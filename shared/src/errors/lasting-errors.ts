import * as z from 'zod'

/**
 * Errors of AWS with a status from 400 to 499 that pass by themselves: throttling, another transaction's hold on a row,
 * credentials and clocks that are about to be renewed. Names as the AWS SDK for JavaScript has them.
 */
const PASSING = new Set([
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'ExpiredToken',
  'ExpiredTokenException',
  'IDPCommunicationError',
  'InvalidSignatureException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestExpired',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'RequestTimeoutException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'UnrecognizedClientException',
])
/** Why one write of a cancelled transaction was refused although another try may go through. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const TOO_MANY_REQUESTS = 429

const awsError = z.object({
  name: z.string(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }),
  $retryable: z.unknown().optional(),
  CancellationReasons: z.array(z.object({ Code: z.string().optional() })).optional(),
})

/**
 * Whether work that failed with this error fails again however often it is tried: AWS refuses what it was given, or
 * our own code cannot make anything of it. Outages, throttling and conflicts pass.
 */
export function isLasting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const aws = awsError.safeParse(error).data
  if (aws) return isLastingAtAws(aws)
  if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError) return true
  // `fetch` throws a TypeError with a cause where the network fails.
  return (error instanceof TypeError || error instanceof ReferenceError) && error.cause === undefined
}

function isLastingAtAws({
  name,
  $metadata,
  $retryable,
  CancellationReasons,
}: z.infer<typeof awsError>): boolean {
  const { httpStatusCode: status = 0 } = $metadata
  if (status < 400 || status > 499 || status === TOO_MANY_REQUESTS) return false
  if ($retryable || PASSING.has(name)) return false
  return !CancellationReasons?.some(({ Code = '' }) => PASSING_REASONS.has(Code))
}
