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
import type { Conversation } from '../../conversations/conversation.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../ledger/recipient.ts'

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
  /** Absent for a message that belongs to no recipient. */
  recipient?: Pick<Recipient, 'heldBackAt'>
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
  { health, connection, conversation, recipient = {}, timezone, now }: Account,
): Promise<Admission | Hold> {
  const hold = holdByWhatsApp(health, now)
  if (!hold && (connection?.newContactsPerDay ?? null) === null) return FREE
  const conversations = conversation ? [conversation] : []
  if (hold && !isAdmissible(hold.reason, conversations, recipient)) return hold
  if (!connection || isAdmissible('daily-budget', conversations, recipient)) return FREE
  const { day, limit, endsAt } = budgetOf(connection, health, now, timezone)
  if (limit === null) return FREE
  if (!(await countNewContact(table, connectionId, day, limit)))
    return { reason: 'daily-budget', until: endsAt }
  return { takeBack: () => uncountNewContact(table, connectionId, day) }
}

/**
 * Whether a hold does not concern a recipient. WhatsApp knows a person who wrote by a token, which is valid for about 28 days
 * (Baileys#2339), and refuses the others under its hold. It would refuse such a person again and again: they wait as strangers
 * do, until the hold ends or they write.
 * @param theirs the account's conversations with them
 */
export function isAdmissible(
  reason: HoldReason,
  theirs: readonly Conversation[],
  { heldBackAt }: Pick<Recipient, 'heldBackAt'>,
): boolean {
  const isByWhatsApp = reason === 'reach-out-lock' || reason === 'new-chat-quota'
  // WhatsApp tells the second of a message.
  const since = isByWhatsApp && heldBackAt !== undefined ? Math.floor(heldBackAt / 1000) * 1000 : 0
  return isExempt(reason, {
    wrote: theirs.some(({ wroteAt }) => wroteAt !== undefined && wroteAt >= since),
    written: theirs.some(({ writtenAt }) => writtenAt !== undefined),
  })
}

/** People who wrote may always be answered. People who were written to before are no new contacts. */
export const isExempt = (reason: HoldReason, known: { wrote: boolean; written: boolean }): boolean =>
  known.wrote || (known.written && (reason === 'daily-budget' || reason === 'number-checks'))
