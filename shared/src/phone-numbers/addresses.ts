import { keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { canonicalKey } from './canonical-key.ts'

/** WhatsApp's answer about a number. */
export interface Address {
  exists: boolean
  /** The JID to write to. WhatsApp decides whether a Brazilian number has its ninth digit. */
  jid: string | null
}

/** WhatsApp's answer left the number out. The number may exist or not, so it is asked about again later. */
export class NumberUnanswered extends Error {
  constructor() {
    super('WhatsApp said nothing about a number')
    this.name = 'NumberUnanswered'
  }
}

/** An answer holds for 30 days (part 3 §5), in seconds. */
const ANSWER_SECONDS = 30 * 24 * 3600

const addressKey = (number: string) =>
  keyIn<Address & { expiresAt: number }>('ADDRESSES', canonicalKey(number))

export async function knownAddress(
  table: TenantTable,
  number: string,
  now: number,
): Promise<Address | undefined> {
  const row = await table.get(addressKey(number), { consistent: false })
  return row && row.expiresAt > now / 1000 ? { exists: row.exists, jid: row.jid } : undefined
}

export const rememberAddress = (table: TenantTable, number: string, { exists, jid }: Address, now: number) =>
  table.put({ ...addressKey(number), exists, jid, expiresAt: Math.floor(now / 1000) + ANSWER_SECONDS })

/** The stored answers about many numbers, by canonical number. */
export async function knownAddresses(
  table: TenantTable,
  numbers: readonly string[],
  now: number,
): Promise<Map<string, Address>> {
  const rows = await table.getMany(numbers.map(addressKey), { consistent: false })
  return new Map(
    rows
      .filter(({ expiresAt }) => expiresAt > now / 1000)
      .map(({ sk, exists, jid }) => [sk, { exists, jid }]),
  )
}

export const forgetAddress = (table: TenantTable, number: string): Promise<void> =>
  table.delete(addressKey(number))
