import { type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A queued mail that was sent. */
interface SentMail {
  /** ISO 8601. */
  at: string
}

/** Rows expire after this long, in seconds: later than a queue hands a message out again. */
const KEPT_SECONDS = 15 * 24 * 3600

const sentMailKey = (messageId: string): Key<SentMail> => keyIn('SENT-MAILS', messageId)

/**
 * Whether a queued mail was sent before: a standard queue may hand out a message twice.
 * @param messageId of the queue's message: all its deliveries have the same
 */
export const wasMailed = async (table: TenantTable, messageId: string): Promise<boolean> =>
  (await table.get(sentMailKey(messageId))) !== undefined

/** @param now milliseconds since 1970 */
export const noteMailed = (table: TenantTable, messageId: string, now: number): Promise<void> =>
  table.put({
    ...sentMailKey(messageId),
    at: new Date(now).toISOString(),
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  })
