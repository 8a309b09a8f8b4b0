import type { HoldReason } from '../../connections/health.ts'
import {
  budgetOf,
  countNewContact,
  type HealthRow,
  type Hold,
  holdByWhatsApp,
  uncountNewContact,
} from '../../connections/health-store.ts'
import type { StoredConnection } from '../../connections/store.ts'
import { acquaintance } from '../../conversations/conversation.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../recipient.ts'

/** A person may be written to now; `takeBack` undoes what was counted for it, where it was not done after all. */
export interface Admission {
  takeBack(): Promise<unknown>
}

const FREE: Admission = { takeBack: async () => undefined }

/** What is known of the account that is to write, at a moment in milliseconds since 1970. */
interface Account {
  health: HealthRow
  connection: StoredConnection | undefined
  timezone: string
  now: number
}

/**
 * Whether a recipient may be written to now. While WhatsApp holds an account back, only people who wrote to it
 * may; the company's own budget counts each person that it writes to for the first time.
 */
export async function admit(
  table: TenantTable,
  connectionId: string,
  { number, chat }: Pick<Recipient, 'number' | 'chat'>,
  { health, connection, timezone, now }: Account,
): Promise<Admission | Hold> {
  // A group that the account is in is nobody's first contact.
  if (chat) return FREE
  const hold = holdByWhatsApp(health, now)
  if (!hold && (connection?.newContactsPerDay ?? null) === null) return FREE
  const known = await acquaintance(table, connectionId, number)
  if (hold && !isExempt(hold.reason, known)) return hold
  if (!connection || isExempt('daily-budget', known)) return FREE
  const { day, limit, endsAt } = budgetOf(connection, now, timezone)
  if (limit === null) return FREE
  if (!(await countNewContact(table, connectionId, day, limit)))
    return { reason: 'daily-budget', until: endsAt }
  return { takeBack: () => uncountNewContact(table, connectionId, day) }
}

/** Whoever wrote may always be answered; whoever was written to before is no new contact. */
export const isExempt = (reason: HoldReason, known: { wrote: boolean; written: boolean }): boolean =>
  known.wrote || (known.written && (reason === 'daily-budget' || reason === 'number-checks'))
