import * as z from 'zod'

/** Why first messages to people who never wrote are held back. */
export const holdReason = z.enum([
  /** WhatsApp's reach-out time-lock (error 463). */
  'reach-out-lock',
  /** WhatsApp's own quota of new chats is used up. */
  'new-chat-quota',
  /** The company's own budget of first contacts for today is used up. */
  'daily-budget',
  /** WhatsApp temporarily refuses questions about numbers. */
  'number-checks',
])
export type HoldReason = z.infer<typeof holdReason>

/** WhatsApp's restrictions on an account, and its limits for today. Instants are ISO 8601 in UTC. */
export const connectionHealth = z.object({
  /** The last traffic over the connection. */
  lastTrafficAt: z.string().nullable(),
  /** First messages to people who never wrote are held until then; replies go on. */
  heldUntil: z.string().nullable(),
  heldFor: holdReason.nullable(),
  /** WhatsApp's quota of new chats, if it sends one. */
  newChats: z.object({ used: z.number().int(), quota: z.number().int() }).nullable(),
  /** First contacts made today, and their limit: null if the company set none. */
  newContacts: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
  /**
   * Whether WhatsApp gave the account the salt for proofs of first messages. Without it WhatsApp may refuse first
   * messages with 463. Null while unknown.
   */
  hasTokenSalt: z.boolean().nullable(),
})
export type ConnectionHealth = z.infer<typeof connectionHealth>

/**
 * First contacts an account may make on a day. The limit is reached in equal steps over the warm-up: with 30
 * a day and 14 days of warm-up: 2 on the day of linking, 4 on the next, 30 from the fifteenth on.
 * @param day days since the warm-up began: 0, 1, 2, …
 */
export function newContactsOn(
  day: number,
  { newContactsPerDay, warmUpDays }: { newContactsPerDay: number | null; warmUpDays: number },
): number | null {
  if (newContactsPerDay === null || day >= warmUpDays) return newContactsPerDay
  return Math.max(1, Math.floor((newContactsPerDay * (day + 1)) / (warmUpDays + 1)))
}
