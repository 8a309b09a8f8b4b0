import type { Conversation } from '../../conversations/conversation.ts'
import type { InboundMessage } from '../../messages/inbound.ts'
import type { Arrival } from './arrival.ts'

/**
 * An own message so soon after the customer's is the greeting or away text of the phone's app, in milliseconds
 * (assumed): it answers nothing.
 */
export const BY_ITSELF_MS = 5000

type Claims = Pick<Arrival, 'aside' | 'reply'>

/**
 * The claims on a message from the time when its account was not linked. A message that the company has already
 * answered needs no ticket. A word of an opt-out that did not count as one, since no campaign came before it, is a
 * message like any other.
 * @param writtenAt milliseconds since 1970
 * @param isOptOut its author has opted out
 */
export function missedClaims<C extends Claims>(
  claims: C,
  { missed, writtenAt, isOptOut }: { missed: InboundMessage['missed']; writtenAt: number; isOptOut: boolean },
  { personWroteAt = 0 }: Pick<Conversation, 'personWroteAt'> = {},
): C {
  if (claims.aside === 'confirmation' || (claims.aside === 'optOut' && isOptOut)) return claims
  const isAnswered = missed === 'answered' || personWroteAt > writtenAt + BY_ITSELF_MS
  return isAnswered ? { ...claims, aside: 'answered', reply: undefined } : { ...claims, aside: undefined }
}
