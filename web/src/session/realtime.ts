import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { session } from '../api/session.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { type EndFromElsewhere, showEndReason } from './show-end-reason.ts'

/** Time to read the reason before the session ends (part 1 §4), in milliseconds. */
const END_AFTER_MS = 1000

const written = z.object({ record: z.object({ id: z.string() }) })

/**
 * A sign-in elsewhere or a change of the company ends this session. A change of the user or of their support
 * access refreshes it, because the permissions may differ.
 */
export function applySessionEvent(_client: QueryClient, { topic, action, frame }: LiveEvent): void {
  const changed = written.safeParse(frame)
  const isOwn = action === 'update' && changed.data?.record.id === session.user()?.id
  if (topic === 'user' && (action === 'support' || isOwn)) session.refreshAnew().catch(() => undefined)
  if (topic === 'user' && action === 'replaced') endSoon('replaced')
  if (topic === 'company' && action === 'update') endSoon('company-updated')
}

function endSoon(reason: EndFromElsewhere): void {
  showEndReason(reason)
  const since = session.since()
  // A refused call may have ended the session, and the user may have signed in again.
  setTimeout(() => session.since() === since && session.end(reason), END_AFTER_MS)
}
