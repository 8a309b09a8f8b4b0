import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { session } from '../api/session.ts'
import type { EndReason } from '../api/session-keeper.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { tellWhy } from './tell-why.ts'

/** Time to read why, before the session is gone (part 1 §4). */
const END_AFTER_MS = 1000

const written = z.object({ record: z.object({ id: z.string() }) })

/**
 * The account was opened elsewhere, or the company changed: either ends this session. Where one may work, and what
 * one may do there, changes with it.
 */
export function applySessionEvent(_client: QueryClient, { topic, action, frame }: LiveEvent): void {
  const changed = written.safeParse(frame)
  const isOwn = action === 'update' && changed.data?.record.id === session.user()?.id
  if (topic === 'user' && (action === 'support' || isOwn)) session.refresh().catch(() => undefined)
  if (topic === 'user' && action === 'replaced') endSoon('replaced')
  if (topic === 'company' && action === 'update') endSoon('company-updated')
}

function endSoon(reason: Extract<EndReason, 'replaced' | 'company-updated'>): void {
  tellWhy(reason)
  const since = session.since()
  // A call that was refused may have ended it meanwhile, and its user signed in again.
  setTimeout(() => session.since() === since && session.end(reason), END_AFTER_MS)
}
