import type { QueryClient } from '@tanstack/react-query'
import { session } from '../api/session.ts'
import type { EndReason } from '../api/session-keeper.ts'
import type { router as appRouter } from '../router.tsx'
import { toastError } from '../ui/toast.ts'

/** What people are told when a session ends by itself; the other reasons speak for themselves. */
const TOLD: Partial<Record<EndReason, string>> = {
  expired: 'ERR_SESSION_EXPIRED',
  'server-error': 'ERR_INTERNAL',
}

/** When a session ends its data leaves the memory, and the routes decide anew who may see what. */
export function followSession(router: typeof appRouter, client: QueryClient): void {
  let userId = session.user()?.id
  session.onChange((reason) => {
    if (reason) {
      const code = TOLD[reason]
      if (code) toastError(code)
    }
    const now = session.user()?.id
    if (now === userId) return
    userId = now
    client.clear()
    router.invalidate()
  })
}
