import type { SessionUser } from '@recado/shared/sessions/session'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import type { EndReason } from '../api/session-keeper.ts'
import { campaignsEnabled } from '../api/stored-session.ts'
import { toastError } from '../ui/toast.ts'
import { isFromElsewhere, showEndReason } from './show-end-reason.ts'

/** Error codes that are shown when a session ends by itself. Other reasons need no message. */
const TOLD: Partial<Record<EndReason, string>> = {
  expired: 'ERR_SESSION_EXPIRED',
  'server-error': 'ERR_INTERNAL',
}

/**
 * Clears the cached data when a session ends or changes its rights, and makes the routes decide again what the user may
 * see.
 * @returns a function that stops this
 */
export function followSession(
  router: Pick<AnyRouter, 'invalidate'>,
  client: QueryClient,
  onSignedOut: () => void,
): () => void {
  let owner = ownerOf(session.user())
  return session.onChange((reason) => {
    if (reason) {
      const code = TOLD[reason]
      if (code) toastError(code)
      // A refused call may come before the live event that says why. Both show the same message.
      if (isFromElsewhere(reason)) showEndReason(reason)
    }
    const now = ownerOf(session.user())
    if (now === owner) return
    owner = now
    client.clear()
    if (owner) router.invalidate()
    else onSignedOut()
  })
}

/** The owner of cached data. What a user may see depends on the profile, the company, and whether that has campaigns. */
const ownerOf = (user: SessionUser | null): string | undefined =>
  user ? [user.id, user.companyId, user.profile, campaignsEnabled(user)].join(' ') : undefined
