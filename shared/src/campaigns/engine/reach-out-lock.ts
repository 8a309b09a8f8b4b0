import { changeHealth, extendHold, getHealth } from '../../connections/health-store.ts'
import { tenantOf } from '../../ports/ports.ts'
import { getChain, liftHold } from './chain.ts'
import type { EnginePorts } from './ports.ts'

/** A lock without a known end counts as active for this many milliseconds. */
const BELIEVED_MS = 15 * 60_000
/** An active lock whose end has passed is checked again after this many milliseconds. */
const OVERDUE_MS = 30_000
/** WhatsApp sends the end in whole seconds, so the lock may last until the end of that second. */
const SECOND_MS = 1000

/** WhatsApp's reach-out time-lock on an account. */
export interface ReachOutLock {
  isActive: boolean
  /** Milliseconds since 1970, if WhatsApp sends it. */
  endsAt?: number | undefined
  /** A lock that is only assumed, because a refusal remained unexplained: counts as active for this many milliseconds. */
  believedMs?: number
}

/**
 * Stores the state of the lock. A lock without a known end shortens no other. When the lock ends, held recipients are sent to.
 * Idempotent.
 */
export async function noteReachOutLock(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  { isActive, endsAt, believedMs }: ReachOutLock,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const now = ports.now()
  if (isActive) {
    const assumedEnd = now + (believedMs ?? BELIEVED_MS)
    if (endsAt === undefined) await extendHold(table, connectionId, 'lockedUntil', assumedEnd)
    else await changeHealth(table, connectionId, { lockedUntil: believedEnd(endsAt, now) })
    if (believedMs === undefined) await changeHealth(table, connectionId, { restrictedUntil: endsAt ?? now })
    return
  }
  const { lockedUntil = 0, restrictedUntil = 0 } = await getHealth(table, connectionId)
  const restricted = restrictedUntil > now && { restrictedUntil: now }
  if (lockedUntil > now) await changeHealth(table, connectionId, { lockedUntil: 0, ...restricted })
  // The process that cleared the lock may have died before it lifted the hold, or a later refusal set a hold.
  else if ((await getChain(table, connectionId))?.heldFor !== 'reach-out-lock') return
  await liftHold(ports, companyId, connectionId, 'reach-out-lock')
}

const believedEnd = (endsAt: number, now: number): number =>
  endsAt + SECOND_MS > now ? endsAt + SECOND_MS : now + OVERDUE_MS
