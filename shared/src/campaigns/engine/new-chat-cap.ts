import { changeHealth, getHealth, type HealthRow, holdByWhatsApp } from '../../connections/health-store.ts'
import { getChain, liftHold } from './chain.ts'
import { type Ports, tenantOf } from './ports.ts'

/** What WhatsApp says of an account's quota of new chats. */
export interface NewChatCap {
  /** WhatsApp's own word on it: `CAPPED` holds, warnings do not. */
  status?: string | undefined
  /** -1 is no quota (WAHA#2186), and so is 0 (assumed). */
  quota?: number | undefined
  used?: number | undefined
  /** When WhatsApp counts anew, in milliseconds since 1970, where it says so. */
  endsAt?: number | undefined
}

/** Keeps a reading of the quota. A good one lets waiting recipients go on. Doing it twice changes nothing. */
export async function noteNewChatCap(
  ports: Ports,
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
  // The process that stored a good reading before may have died before it let waiting recipients go on.
  const isHeld =
    isHeldByCap(before, ports.now()) || (await getChain(table, connectionId))?.heldFor === 'new-chat-quota'
  if (isHeld) await liftHold(ports, companyId, connectionId, 'new-chat-quota')
}

type Reading = Pick<HealthRow, 'newChatsCapped' | 'newChatsQuota' | 'newChatsUsed' | 'newChatsUntil'>

/** Every field is written: none of an earlier reading stays. */
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
