import type { SessionUser } from '@recado/shared/sessions/session'
import type { QueryClient } from '@tanstack/react-query'
import { session } from '../api/session.ts'
import type { EndReason } from '../api/session-keeper.ts'
import type { router as appRouter } from '../router.tsx'
import { toastError } from '../ui/toast.ts'
import { tellWhy } from './tell-why.ts'

/** What people are told when a session ends by itself; the other reasons speak for themselves. */
const TOLD: Partial<Record<EndReason, string>> = {
  expired: 'ERR_SESSION_EXPIRED',
  'server-error': 'ERR_INTERNAL',
}

/**
 * When a session ends, or turns to another company, its data leaves the memory, and the routes decide anew who may
 * see what.
 */
export function followSession(router: typeof appRouter, client: QueryClient): void {
  let owner = ownerOf(session.user())
  session.onChange((reason) => {
    if (reason) {
      const code = TOLD[reason]
      if (code) toastError(code)
      // A call may be refused before the live event says why; the event's message is the same one.
      if (reason === 'company-updated') tellWhy(reason)
    }
    const now = ownerOf(session.user())
    if (now === owner) return
    owner = now
    client.clear()
    router.invalidate()
  })
}

/** Whose data it is: what somebody may see changes with their profile and with the company they work in. */
const ownerOf = (user: SessionUser | null): string | undefined =>
  user ? [user.id, user.companyId, user.profile].join(' ') : undefined
