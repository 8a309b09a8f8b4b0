import { type Key, keyIn, partition, putRow, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'

/** When a ticket was last offered to a user, in milliseconds since 1970. */
interface LastOffer {
  at: number
}

export const LAST_OFFERS = partition<LastOffer>('LAST-OFFERS')

const lastOfferKey = (userId: string): Key<LastOffer> => keyIn(LAST_OFFERS, userId)

export const lastOfferWrite = (userId: string, at: number): Write => putRow({ ...lastOfferKey(userId), at })

/** Forgets the offers to a deleted user. */
export const forgetOffersTo = (table: TenantTable, userId: string): Promise<void> =>
  table.delete(lastOfferKey(userId))

/** @returns milliseconds since 1970; 0 for never */
export const lastOfferTo = async (table: TenantTable, userId: string): Promise<number> =>
  (await table.get(lastOfferKey(userId)))?.at ?? 0
