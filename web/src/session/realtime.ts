import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { session } from '../api/session.ts'
import type { EndReason } from '../api/session-keeper.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { closable } from '../ui/toast.ts'

/** Time to read why, before the session is gone (part 1 §4). */
const END_AFTER_MS = 1000

/** The account was opened elsewhere, or the company changed: either ends this session. */
export function applySessionEvent(_client: QueryClient, { topic, action }: LiveEvent): void {
  if (topic === 'user' && action === 'replaced') endSoon('replaced')
  if (topic === 'company' && action === 'update') endSoon('company-updated')
}

function endSoon(reason: Extract<EndReason, 'replaced' | 'company-updated'>): void {
  const message = i18next.t(reason === 'replaced' ? 'session.replaced' : 'session.companyUpdated')
  // Told until it is closed: whoever comes back to this computer wants to know why.
  notifications.show({
    ...closable(),
    id: reason,
    message,
    color: 'orange',
    autoClose: false,
    role: 'alert',
  })
  setTimeout(() => session.end(reason), END_AFTER_MS)
}
