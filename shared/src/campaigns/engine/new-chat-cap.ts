import { changeHealth, getHealth, type HealthRow, holdByWhatsApp } from '../../connections/health-store.ts'
import { tenantOf } from '../../ports/ports.ts'
import { getChain, liftHold } from './chain.ts'
import type { EnginePorts } from './ports.ts'

/** WhatsApp's answer about an account's quota of new chats. */
export interface NewChatCap {
  /** WhatsApp's own status: `CAPPED` holds first contacts, warnings do not. */
  status?: string | undefined
  /** -1 means no quota (WAHA#2186), and so does 0 (assumed). */
  quota?: number | undefined
  used?: number | undefined
  /** When WhatsApp resets the count, in milliseconds since 1970, if WhatsApp sends it. */
  endsAt?: number | undefined
}

/** Stores a reading of the quota. A reading without a hold lets held recipients go on. Idempotent. */
export async function noteNewChatCap(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  cap: NewChatCap,
): Promise<void> {
  const reading = readingOf(cap)
  if (!reading) return
  const table = tenantOf(ports, companyId)
  const before = await getHealth(table, connectionId)
  await changeHealth(table, connectionId, reading)
  if (isHeldByCap(reading, ports.now())) return
  // The process that stored the previous reading may have died before it lifted the hold.
  const isHeld =
    isHeldByCap(before, ports.now()) || (await getChain(table, connectionId))?.heldFor === 'new-chat-quota'
  if (isHeld) await liftHold(ports, companyId, connectionId, 'new-chat-quota')
}

type Reading = Pick<HealthRow, 'newChatsCapped' | 'newChatsQuota' | 'newChatsUsed' | 'newChatsUntil'>

/** Writes every field, so that nothing of an earlier reading stays. */
function readingOf({ status, quota, used = 0, endsAt = 0 }: NewChatCap): Required<Reading> | undefined {
  if (status === undefined && quota === undefined) return undefined
  return {
    newChatsCapped: status === 'CAPPED',
    newChatsQuota: quota ?? 0,
    newChatsUsed: used,
    newChatsUntil: endsAt,
  }
}

const isHeldByCap = (
  { newChatsCapped, newChatsQuota, newChatsUsed, newChatsUntil }: Reading,
  now: number,
): boolean =>
  holdByWhatsApp({ newChatsCapped, newChatsQuota, newChatsUsed, newChatsUntil }, now) !== undefined
