import type { Amendment, StoredContent } from '../messages/content.ts'
import type { InboundMessage, Person } from '../messages/inbound.ts'
import { forgetWords, indexWords } from '../search/word-rows.ts'
import type { Change } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { findMessage } from './find-message.ts'
import { changeMessage, getMessage, type StoredMessage } from './message.ts'
import { fileLeftBehind } from './message-file.ts'

/** The author and the time of a change to a message. */
type By = Pick<InboundMessage, 'connectionId' | 'fromMe' | 'person' | 'groupId' | 'timestamp'>

/**
 * Applies a reaction, an edit or a deletion to its message.
 * @returns the changed message; undefined if it was never stored, or others may not change it
 */
export async function amendMessage(
  table: TenantTable,
  by: By,
  amendment: Amendment,
): Promise<StoredMessage | undefined> {
  const target = await findMessage(table, by.connectionId, amendment.target)
  if (!target || !mayAmend(by, amendment, target)) return undefined
  const change = changeBy(table.companyId, by, amendment, target)
  if (amendment.type === 'reaction') {
    await changeMessage(table, target, change)
    return getMessage(table, target)
  }
  await forgetWords(table, [target])
  await changeMessage(table, target, change)
  const changed = await getMessage(table, target)
  if (changed) await indexWords(table, [changed])
  return changed
}

/** Applies the company's own amendment, once WhatsApp has it. @param at ISO 8601 @returns the changed message */
export const amendOwnMessage = (
  table: TenantTable,
  connectionId: string,
  amendment: Amendment,
  at: string,
): Promise<StoredMessage | undefined> =>
  amendMessage(
    table,
    { connectionId, fromMe: true, person: {}, timestamp: Math.floor(Date.parse(at) / 1000) },
    amendment,
  )

/**
 * Everybody may react. Only its author may edit or delete a message, and in a group an admin, whom WhatsApp checks. Notes
 * and events are unknown to WhatsApp.
 */
function mayAmend({ fromMe, person, groupId }: By, { type }: Amendment, target: StoredMessage): boolean {
  if (target.internal) return false
  if (type === 'reaction') return true
  if (type === 'delete' && groupId) return true
  if (fromMe || target.fromMe) return fromMe && target.fromMe
  return !groupId || isSame(person, target.sender)
}

const isSame = (one: Person, other: Person = {}): boolean =>
  (one.lid !== undefined && one.lid === other.lid) ||
  (one.number !== undefined && one.number === other.number)

function changeBy(
  companyId: string,
  by: By,
  amendment: Amendment,
  target: StoredMessage,
): Change<StoredMessage> {
  const moment = new Date(by.timestamp * 1000).toISOString()
  if (amendment.type === 'reaction') return { set: { [`reaction:${whoReacts(by)}`]: amendment.emoji } }
  if (amendment.type === 'edit')
    return { set: { editedAt: moment, content: edited(target.content, amendment.text) } }
  const deletedFile = fileLeftBehind(companyId, target)
  const content = { type: 'text' as const, text: '' }
  return { set: { deletedAt: moment, content, ...(deletedFile && { deletedFile }) }, remove: ['original'] }
}

const whoReacts = ({ fromMe, person: { number, lid } }: By): string => (fromMe ? 'me' : (number ?? lid ?? ''))

function edited(content: StoredContent, text: string): StoredContent {
  if ('caption' in content) return { ...content, caption: text }
  return { type: 'text', text }
}
