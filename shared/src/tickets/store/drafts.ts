import { allRows, committed, type Key, keyIn, partition } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Draft } from '../contract/ticket.ts'
import { isFromDraft } from '../rules/sent-draft.ts'

interface StoredDraft extends Draft {
  ticketId: string
  userId: string
}

/** Drafts are kept this long, in seconds (part 4 §8). */
const KEPT_SECONDS = 30 * 24 * 3600

const draftKey = (ticketId: string, userId: string): Key<StoredDraft> =>
  keyIn('DRAFTS', `${ticketId}#${userId}`)

/** An empty text deletes the draft, with the message that it quotes. @param now milliseconds since 1970 */
export async function saveDraft(
  table: TenantTable,
  ticketId: string,
  userId: string,
  { text, quoted, isNote }: Draft,
  now: number,
): Promise<void> {
  const key = draftKey(ticketId, userId)
  if (!text) return table.delete(key)
  await table.put({
    ...key,
    ticketId,
    userId,
    text,
    quoted,
    ...(isNote && { isNote }),
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  })
}

/**
 * Deletes the draft of a message that was sent. The user may have begun the next one meanwhile: that stays.
 * @param sent the words of the message
 */
export async function forgetSentDraft(
  table: TenantTable,
  ticketId: string,
  userId: string,
  sent: string,
): Promise<void> {
  const draft = await getDraft(table, ticketId, userId)
  if (!draft || !isFromDraft(sent, draft.text)) return
  await committed(table.delete(draftKey(ticketId, userId), { text: draft.text }))
}

export async function getDraft(table: TenantTable, ticketId: string, userId: string): Promise<Draft | null> {
  const stored = await table.get(draftKey(ticketId, userId))
  if (!stored) return null
  const { text, quoted, isNote } = stored
  return { text, quoted, ...(isNote && { isNote }) }
}

/** The texts of a user's drafts for these tickets, by the id of the ticket. Tickets without a draft are missing. */
export async function drafted(
  table: TenantTable,
  ticketIds: readonly string[],
  userId: string,
): Promise<Map<string, string>> {
  const rows = await table.getMany(ticketIds.map((ticketId) => draftKey(ticketId, userId)))
  return new Map(rows.map(({ ticketId, text }) => [ticketId, text]))
}

/** Drafts for a merged ticket go on with the other ticket; a draft that is there already stays. */
export async function moveDrafts(table: TenantTable, from: string, into: string): Promise<void> {
  const query = { pk: partition<StoredDraft>('DRAFTS'), prefix: `${from}#`, consistent: true }
  for await (const { pk: _, sk, ...draft } of allRows(table, query)) {
    const moved = { ...draft, ticketId: into, ...draftKey(into, draft.userId) }
    await committed(table.put<StoredDraft>(moved, { pk: { exists: false } }))
    await table.delete(keyIn('DRAFTS', sk))
  }
}

/** Deletes all drafts for a ticket. */
export async function forgetDrafts(table: TenantTable, ticketId: string): Promise<void> {
  const query = { pk: partition<StoredDraft>('DRAFTS'), prefix: `${ticketId}#`, consistent: true }
  const keys: Key[] = []
  for await (const { pk, sk } of allRows(table, query)) keys.push({ pk, sk })
  await table.deleteMany(keys)
}
