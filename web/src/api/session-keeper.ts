import { ApiError } from '@recado/shared/http/api-error'
import type { LoginAnswer, SessionUser } from '@recado/shared/sessions/session'

/** The session as it is stored across page loads. `since` is different for each sign-in. */
export interface StoredSession {
  since: number
  user: SessionUser
}

/** Why a session ended: signed out, no longer valid, server error, or replaced from another place. */
export type EndReason = 'logout' | 'expired' | 'server-error' | 'replaced' | 'company-updated' | 'other-tab'

/** The reason for an end by this error. */
export const endReasonOf = ({ status, code }: ApiError): EndReason => {
  if (status >= 500) return 'server-error'
  if (code === 'ERR_SESSION_REPLACED') return 'replaced'
  return code === 'ERR_COMPANY_UPDATED' ? 'company-updated' : 'expired'
}

/** Whether the token of one session is good for the other one: a token is for one sign-in and one company. */
const isSameAccess = (one: StoredSession | null, other: StoredSession | null): boolean =>
  one?.since === other?.since && one?.user.companyId === other?.user.companyId

export interface SessionPorts {
  /** Asks for a new access token with the refresh cookie. */
  refresh: () => Promise<LoginAnswer>
  /** Runs `work` while no other tab runs its own. */
  oneAtATime: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether a user signed out and the server has not answered yet. */
  isSigningOut: () => boolean
  /** Ends waiting for that answer. */
  endSigningOut: () => void
  read: () => StoredSession | null
  write: (session: StoredSession) => void
  clear: () => void
  now: () => number
}

/**
 * Keeps the session. The access token lives in memory only; after a page load the refresh cookie gives a new one.
 * Calls that need a token at the same time share one refresh.
 */
export function createSessionKeeper(ports: SessionPorts) {
  /** The refresh cookie may still be that of the user who signed out. */
  const readUsable = () => (ports.isSigningOut() ? null : ports.read())
  let session = readUsable()
  let token: string | null = null
  let refreshing: Promise<string> | null = null
  const listeners = new Set<(reason: EndReason | null) => void>()
  const tell = (reason: EndReason | null) => {
    for (const listener of listeners) listener(reason)
  }

  const keep = (answer: LoginAnswer, since: number) => {
    token = answer.token
    session = { since, user: answer.user }
    ports.write(session)
    tell(null)
  }

  const end = (reason: EndReason) => {
    if (!session) return
    // Another tab may have signed in meanwhile. Its stored session must stay.
    if (ports.read()?.since === session.since) ports.clear()
    session = null
    token = null
    tell(reason)
  }

  const refreshOnce = async () => {
    const before = session
    if (!before) throw new ApiError(401, 'ERR_SESSION_EXPIRED', 'Nobody is signed in')
    // The user may sign out before it is this tab's turn, or before the answer comes. It must not sign them in again.
    const requireSession = () => {
      if (session?.since !== before.since || ports.isSigningOut())
        throw new ApiError(401, 'ERR_SESSION_EXPIRED', 'Signed out')
    }
    try {
      const answer = await ports.oneAtATime(async () => {
        requireSession()
        return ports.refresh()
      })
      requireSession()
      keep(answer, before.since)
      return answer.token
    } catch (error) {
      if (session?.since === before.since) endOnRefusal(error)
      throw error
    }
  }

  const endOnRefusal = (error: unknown) => {
    if (!(error instanceof ApiError) || error.isFromTheWay || error.status === 429) return
    end(endReasonOf(error))
  }

  const refresh = () => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    user: () => session?.user ?? null,
    /** Different for each sign-in; null while signed out. */
    since: () => session?.since ?? null,
    /** Opens the session of a sign-in, which has replaced the cookie. */
    open: (answer: LoginAnswer) => {
      ports.endSigningOut()
      keep(answer, ports.now())
    },
    end,
    refresh,
    /** Refreshes after a change of the user. A refresh that is running may have begun before the change. */
    refreshAnew: async () => {
      await refreshing?.catch(() => undefined)
      return refresh()
    },
    /** The access token. After a page load it is fetched first. */
    token: () => (token ? Promise.resolve(token) : refresh()),
    /** A token other than the refused one. A refresh that already happened is enough. */
    tokenAfter: (refused: string) => (token && token !== refused ? Promise.resolve(token) : refresh()),
    /** Takes over the session that another tab stored, or what that tab learned about the user. */
    followOtherTab: () => {
      const stored = readUsable()
      if (!stored && !session) return
      if (!isSameAccess(stored, session)) token = null
      session = stored
      tell(stored ? null : 'other-tab')
    },
    /** Calls the listener with the reason when the session ends, and with null when the user may have changed. */
    onChange: (listener: (reason: EndReason | null) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>
