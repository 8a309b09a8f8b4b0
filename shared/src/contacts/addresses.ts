import type { TenantTable } from '../table/tenant.ts'
import { canonicalKey } from './canonical-key.ts'

/** What WhatsApp answered when it was asked for a number. */
export interface Address {
  exists: boolean
  /** The JID to write to; WhatsApp decides Brazil's ninth digit. */
  jid: string | null
}

/** WhatsApp's answer leaves a number out, which says nothing about it: it is asked about again later. */
export class NumberUnanswered extends Error {
  constructor() {
    super('WhatsApp said nothing about a number')
    this.name = 'NumberUnanswered'
  }
}

/** An answer holds for 30 days (part 3 §5), in seconds. */
const ANSWER_SECONDS = 30 * 24 * 3600

const keyOf = (number: string) => ({ pk: 'ADDRESSES', sk: canonicalKey(number) })

export async function knownAddress(
  table: TenantTable,
  number: string,
  now: number,
): Promise<Address | undefined> {
  const row = await table.get<Address & { expiresAt: number }>(keyOf(number), { consistent: false })
  return row && row.expiresAt > now / 1000 ? { exists: row.exists, jid: row.jid } : undefined
}

export const rememberAddress = (table: TenantTable, number: string, { exists, jid }: Address, now: number) =>
  table.put({ ...keyOf(number), exists, jid, expiresAt: Math.floor(now / 1000) + ANSWER_SECONDS })

/** What is known of many numbers, by canonical number. */
export async function knownAddresses(
  table: TenantTable,
  numbers: readonly string[],
  now: number,
): Promise<Map<string, Address>> {
  const rows = await table.getMany<Address & { expiresAt: number }>(numbers.map(keyOf))
  return new Map(
    rows
      .filter(({ expiresAt }) => expiresAt > now / 1000)
      .map(({ sk, exists, jid }) => [sk, { exists, jid }]),
  )
}

export const forgetAddress = (table: TenantTable, number: string): Promise<void> =>
  table.delete(keyOf(number))
