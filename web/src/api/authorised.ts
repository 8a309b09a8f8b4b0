import { ApiError } from '@recado/shared/http/api-error'
import { endReasonOf, type SessionKeeper } from './session-keeper.ts'

/**
 * Makes a call that needs a session. A token that was refused as expired is replaced once. A 401 and the server's own
 * 5xx end the session (part 1 §4, part 3 §1). A missing permission (403) and a failure of the way do not.
 */
export async function authorised<T>(
  session: SessionKeeper,
  attempt: (token: string) => Promise<T>,
): Promise<T> {
  const token = await session.token()
  try {
    return await attempt(token)
  } catch (error) {
    if (!isExpired(error)) return endOnFatal(session, error)
  }
  const fresh = await session.tokenAfter(token)
  try {
    return await attempt(fresh)
  } catch (error) {
    if (isExpired(error)) session.end('expired')
    return endOnFatal(session, error)
  }
}

const isExpired = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.code === 'ERR_SESSION_EXPIRED'

/** Whether an error ends the session: a 401, or a 5xx of the server itself. */
export const endsSession = ({ status, isFromTheWay }: ApiError): boolean =>
  status === 401 || (status >= 500 && !isFromTheWay)

function endOnFatal(session: SessionKeeper, error: unknown): never {
  // The page shows another company than the session's current one. A refresh switches it.
  if (error instanceof ApiError && error.code === 'ERR_COMPANY_CHANGED')
    session.refresh().catch(() => undefined)
  if (error instanceof ApiError && endsSession(error)) session.end(endReasonOf(error))
  throw error
}
