import { isLasting } from '@recado/shared/errors/lasting-errors'

/**
 * Whether a call failed because AWS is busy or down for now: it refused a request that may go through later, did not answer, or
 * lost the answer to a write. The outcome of the call is unknown.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error && (isOfAws(error) ? !isLasting(error) : isLostAnswer(error))

/** The SDK adds this to each error of a request, also to a network error. */
const isOfAws = (error: object): boolean => '$metadata' in error

/** A repeated write was refused after its first try, which may have been made (`shared/src/table/dynamo.ts`). */
const isLostAnswer = ({ cause }: Error): boolean =>
  cause instanceof Error && cause.name === 'ConditionalCheckFailedException'
