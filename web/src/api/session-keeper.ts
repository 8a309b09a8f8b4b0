import { ApiError } from '@recado/shared/http/client'
import type { LoginAnswer, SessionUser } from '@recado/shared/sessions/session'

/** Who is signed in, as it is kept over a page load. `since` tells one sign-in from the next. */
export interface StoredSession {
  since: number
  user: SessionUser
}

/** Why a session ended: the user asked, it was no longer valid, the server broke, or another place took over. */
export type EndReason = 'logout' | 'expired' | 'server-error' | 'replaced' | 'company-updated' | 'other-tab'

/** What an error that ends the session says of why it ended. */
export const endReasonOf = ({ status, code }: ApiError): EndReason => {
  if (status >= 500) return 'server-error'
  return code === 'ERR_COMPANY_UPDATED' ? 'company-updated' : 'expired'
}

export interface SessionPorts {
  /** Asks for a new access token with the refresh cookie. */
  refresh: () => Promise<LoginAnswer>
  /** Runs `work` while no other tab runs its own. */
  oneAtATime: <T>(work: () => Promise<T>) => Promise<T>
  read: () => StoredSession | null
  write: (session: StoredSession) => void
  clear: () => void
  now: () => number
}

/**
 * Keeps who is signed in. The access token lives in memory only; after a page load the refresh cookie
 * gives a new one. However many calls need a token at once, one refresh is made for all of them.
 */
export function createSessionKeeper(ports: SessionPorts) {
  let session = ports.read()
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
    // Another tab may have signed in again meanwhile: what it stored is not ours to clear.
    if (ports.read()?.since === session.since) ports.clear()
    session = null
    token = null
    tell(reason)
  }

  const refreshOnce = async () => {
    const before = session
    if (!before) throw new ApiError(401, 'ERR_SESSION_EXPIRED', 'Nobody is signed in')
    try {
      const answer = await ports.oneAtATime(ports.refresh)
      // Signed out while the answer was on its way: it must not sign in again.
      if (session?.since !== before.since) throw new ApiError(401, 'ERR_SESSION_EXPIRED', 'Signed out')
      keep(answer, before.since)
      return answer.token
    } catch (error) {
      if (session?.since === before.since) endOnRefusal(error)
      throw error
    }
  }

  const endOnRefusal = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 429) return
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
    /** Tells one sign-in from the next; null while signed out. */
    since: () => session?.since ?? null,
    open: (answer: LoginAnswer) => keep(answer, ports.now()),
    end,
    refresh,
    /** A token to make a call with; after a page load it is fetched first. */
    token: () => (token ? Promise.resolve(token) : refresh()),
    /** Another token than the one that was refused; a refresh that already happened is enough. */
    tokenAfter: (refused: string) => (token && token !== refused ? Promise.resolve(token) : refresh()),
    /** What another tab stored now counts here too. */
    followOtherTab: () => {
      const stored = ports.read()
      if (stored?.since === session?.since) return
      token = null
      session = stored
      tell(stored ? null : 'other-tab')
    },
    /** Told with the reason when the session ends, with null when who is signed in may have changed. */
    onChange: (listener: (reason: EndReason | null) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>
