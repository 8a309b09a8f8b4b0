import { localDate } from '../calendar/local-date.ts'
import { allRows, committed, type Key, partition, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type ConnectionHealth, type HoldReason, newContactsOn } from './health.ts'
import type { StoredConnection } from './store.ts'

/** An account's health. A row of its own, because it changes with the traffic. Times are milliseconds since 1970. */
export interface HealthRow {
  lastTrafficAt?: number
  /** Messages after this may be missing: the time before the last linking of the same number. 0: there is none. */
  missedSince?: number
  /** When WhatsApp's reach-out time-lock ends. */
  lockedUntil?: number
  /** When WhatsApp's last restriction of the account, a lock or a ban, ends or ended: the warm-up begins again then. */
  restrictedUntil?: number
  /** WhatsApp answers no questions about numbers before then. */
  checksRefusedUntil?: number
  /** WhatsApp reports that the quota of new chats is used up. */
  newChatsCapped?: boolean
  newChatsUsed?: number
  /** Only a positive value is a quota: WhatsApp sends -1 for none (WAHA#2186). */
  newChatsQuota?: number
  /** When WhatsApp resets the count of new chats; 0 if unknown. */
  newChatsUntil?: number
  /** The company's local date that `newContacts` counts for: `2026-11-21`. */
  day?: string
  newContacts?: number
  /** Whether the account has a salt for proofs of first messages. */
  hasTokenSalt?: boolean
}

/** A hold on first contacts, and when it ends, in milliseconds since 1970. */
export interface Hold {
  reason: HoldReason
  until: number
}

const PARTITION = partition<HealthRow>('HEALTH')
export const healthKey = (connectionId: string): Key<HealthRow> => ({ pk: PARTITION, sk: connectionId })

export const getHealth = async (table: TenantTable, connectionId: string): Promise<HealthRow> =>
  (await table.get(healthKey(connectionId))) ?? {}

export async function allHealth(table: TenantTable): Promise<Map<string, Row<HealthRow>>> {
  const found = new Map<string, Row<HealthRow>>()
  for await (const row of allRows(table, { pk: PARTITION, consistent: true })) found.set(row.sk, row)
  return found
}

export const changeHealth = (table: TenantTable, connectionId: string, change: Partial<HealthRow>) =>
  table.update(healthKey(connectionId), { set: change })

/**
 * Moves the end of a hold to a later time, never to an earlier one.
 * @param until milliseconds since 1970
 * @returns whether it moved
 */
export const extendHold = (
  table: TenantTable,
  connectionId: string,
  end: 'lockedUntil' | 'restrictedUntil' | 'checksRefusedUntil',
  until: number,
): Promise<boolean> =>
  committed(
    table.update(healthKey(connectionId), { set: { [end]: until } }, [
      { [end]: { exists: false } },
      { [end]: { below: until } },
    ]),
  )

export const forgetHealth = (table: TenantTable, connectionId: string) =>
  table.delete(healthKey(connectionId))

/** Counts a first contact on a day, unless the limit is reached. @returns whether it may be made */
export async function countNewContact(
  table: TenantTable,
  connectionId: string,
  day: string,
  limit: number,
): Promise<boolean> {
  const key = healthKey(connectionId)
  const sameDay = table.update(key, { add: { newContacts: 1 } }, { day, newContacts: { below: limit } })
  if (await committed(sameDay)) return true
  const { day: counted } = await getHealth(table, connectionId)
  if (counted === day) return false
  const newDay = table.update(
    key,
    { set: { day, newContacts: 1 } },
    counted === undefined ? { day: { exists: false } } : { day: counted },
  )
  // Another call began the day meanwhile.
  return (await committed(newDay)) || countNewContact(table, connectionId, day, limit)
}

/** Undoes the count of a first contact that was not made. */
export const uncountNewContact = (table: TenantTable, connectionId: string, day: string) =>
  committed(table.update(healthKey(connectionId), { add: { newContacts: -1 } }, { day }))

/** A quota without a known end is asked for again after this long, in milliseconds. */
const ASK_QUOTA_AGAIN_MS = 3_600_000

/**
 * WhatsApp's own hold on first messages to people who never wrote; undefined if there is none. The company's own
 * budget is counted when a contact is made: `countNewContact`.
 */
export function holdByWhatsApp(health: HealthRow, now: number): Hold | undefined {
  if ((health.lockedUntil ?? 0) > now) return { reason: 'reach-out-lock', until: health.lockedUntil ?? now }
  const newChatsUntil = health.newChatsUntil || now + ASK_QUOTA_AGAIN_MS
  if (isQuotaUsedUp(health) && newChatsUntil > now) return { reason: 'new-chat-quota', until: newChatsUntil }
  if ((health.checksRefusedUntil ?? 0) > now)
    return { reason: 'number-checks', until: health.checksRefusedUntil ?? now }
  return undefined
}

const isQuotaUsedUp = ({ newChatsCapped = false, newChatsUsed = 0, newChatsQuota = 0 }: HealthRow): boolean =>
  newChatsCapped || (newChatsQuota > 0 && newChatsUsed >= newChatsQuota)

/** An account's budget of first contacts on a day of the company, and when the next day begins. */
export interface Budget {
  day: string
  limit: number | null
  endsAt: number
}

/** An account's health as the API shows it. */
export function healthOf(health: HealthRow, budget: Budget, now: number): ConnectionHealth {
  const used = health.day === budget.day ? (health.newContacts ?? 0) : 0
  const spent = budget.limit !== null && used >= budget.limit
  const hold =
    holdByWhatsApp(health, now) ??
    (spent ? { reason: 'daily-budget' as const, until: budget.endsAt } : undefined)
  const { lastTrafficAt, newChatsUsed = 0, newChatsQuota = 0, hasTokenSalt = null } = health
  return {
    lastTrafficAt: lastTrafficAt === undefined ? null : new Date(lastTrafficAt).toISOString(),
    heldUntil: hold ? new Date(hold.until).toISOString() : null,
    heldFor: hold?.reason ?? null,
    newChats: newChatsQuota > 0 ? { used: newChatsUsed, quota: newChatsQuota } : null,
    newContacts: { used, limit: budget.limit },
    hasTokenSalt,
  }
}

/**
 * The budget of a connection at a moment, by the company's calendar. Its warm-up begins when the account is linked, and
 * again after each restriction: an account that goes on as before is restricted for longer, and then for good
 * (Baileys#1983, #1248).
 */
export function budgetOf(
  connection: Pick<StoredConnection, 'newContactsPerDay' | 'warmUpDays' | 'linkedAt'>,
  { restrictedUntil = 0 }: Pick<HealthRow, 'restrictedUntil'>,
  now: number,
  timeZone: string,
): Budget {
  const day = localDate(now, timeZone)
  const linkedAt = connection.linkedAt ? Date.parse(connection.linkedAt) : now
  const begunOn = localDate(Math.max(linkedAt, restrictedUntil), timeZone)
  const daysSince = Math.max(0, Math.round((Date.parse(day) - Date.parse(begunOn)) / DAY_MS))
  const { newContactsPerDay = null, warmUpDays = 0 } = connection
  return {
    day,
    limit: newContactsOn(daysSince, { newContactsPerDay, warmUpDays }),
    endsAt: nextDayAt(now, timeZone),
  }
}

const DAY_MS = 86_400_000

/** When the next day begins in a zone; found by search on a day with a clock change. */
function nextDayAt(now: number, timeZone: string): number {
  const today = localDate(now, timeZone)
  let [before, after] = [now, now + 26 * 3_600_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDate(middle, timeZone) === today) before = middle
    else after = middle
  }
  return after
}
