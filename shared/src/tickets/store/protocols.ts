import { localDate } from '../../calendar/local-date.ts'
import { keyIn } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'

interface ProtocolCount {
  count: number
  expiresAt: number
}

/** Digits of a day's number; a day may have more tickets, and then more digits. */
export const PROTOCOL_DIGITS = 5
/** A day's counter is not needed once the day is over everywhere, in seconds. */
const KEPT_SECONDS = 3 * 24 * 3600

/** The next protocol number of a day: `20261122-00041`. Numbers may be missing. @param now milliseconds since 1970 */
export async function nextProtocol(table: TenantTable, timeZone: string, now: number): Promise<string> {
  const date = localDate(now, timeZone).replaceAll('-', '')
  const { count } = await table.update(keyIn<ProtocolCount>('PROTOCOLS', date), {
    add: { count: 1 },
    set: { expiresAt: Math.floor(now / 1000) + KEPT_SECONDS },
  })
  return `${date}-${String(count).padStart(PROTOCOL_DIGITS, '0')}`
}
