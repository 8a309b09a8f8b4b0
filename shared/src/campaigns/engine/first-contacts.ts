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
import { acquaintance, type Conversation } from '../../conversations/conversation.ts'
import type { TenantTable } from '../../table/tenant.ts'

/** Permission to write to a person now. `takeBack` undoes its count if no message was sent. */
export interface Admission {
  takeBack(): Promise<unknown>
}

export const FREE: Admission = { takeBack: async () => undefined }

/** The sending account as it is known at `now` (milliseconds since 1970). */
interface Account {
  health: HealthRow
  connection: StoredConnection | undefined
  /** The conversation with the recipient. */
  conversation: Conversation | undefined
  timezone: string
  now: number
}

/**
 * Decides whether a person may be written to now. While WhatsApp holds an account back, only people who wrote to
 * it may be. The company's own budget counts each person that the account writes to for the first time.
 */
export async function admit(
  table: TenantTable,
  connectionId: string,
  { health, connection, conversation, timezone, now }: Account,
): Promise<Admission | Hold> {
  const hold = holdByWhatsApp(health, now)
  if (!hold && (connection?.newContactsPerDay ?? null) === null) return FREE
  const known = acquaintance(conversation)
  if (hold && !isExempt(hold.reason, known)) return hold
  if (!connection || isExempt('daily-budget', known)) return FREE
  const { day, limit, endsAt } = budgetOf(connection, now, timezone)
  if (limit === null) return FREE
  if (!(await countNewContact(table, connectionId, day, limit)))
    return { reason: 'daily-budget', until: endsAt }
  return { takeBack: () => uncountNewContact(table, connectionId, day) }
}

/** People who wrote may always be answered. People who were written to before are no new contacts. */
export const isExempt = (reason: HoldReason, known: { wrote: boolean; written: boolean }): boolean =>
  known.wrote || (known.written && (reason === 'daily-budget' || reason === 'number-checks'))
