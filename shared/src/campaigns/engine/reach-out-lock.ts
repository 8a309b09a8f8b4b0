import { changeHealth, getHealth } from '../../connections/health-store.ts'
import { getChain, liftHold } from './chain.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A lock without an end, or one that could not be asked for, is believed for so long, in milliseconds. */
const BELIEVED_MS = 15 * 60_000
/** A lock that is there although its end has passed is looked at again after so long, in milliseconds. */
const OVERDUE_MS = 30_000
/** WhatsApp tells an end in whole seconds: it may be at the end of that second. */
const SECOND_MS = 1000

/** WhatsApp's reach-out time-lock on an account. */
export interface ReachOutLock {
  isActive: boolean
  /** Milliseconds since 1970, where WhatsApp says so. */
  endsAt?: number | undefined
}

/** Keeps what WhatsApp says of a lock. At its end those who waited go on. Doing it twice changes nothing. */
export async function noteReachOutLock(
  ports: Ports,
  companyId: string,
  connectionId: string,
  { isActive, endsAt }: ReachOutLock,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const now = ports.now()
  if (isActive) {
    await changeHealth(table, connectionId, { lockedUntil: believedEnd(endsAt, now) })
    return
  }
  const { lockedUntil = 0 } = await getHealth(table, connectionId)
  if (lockedUntil > now) await changeHealth(table, connectionId, { lockedUntil: 0 })
  // Whoever cleared it may have died before those who waited went on, or a refusal has held them since.
  else if ((await getChain(table, connectionId))?.heldFor !== 'reach-out-lock') return
  await liftHold(ports, companyId, connectionId, 'reach-out-lock')
}

function believedEnd(endsAt: number | undefined, now: number): number {
  if (endsAt === undefined) return now + BELIEVED_MS
  return endsAt + SECOND_MS > now ? endsAt + SECOND_MS : now + OVERDUE_MS
}
