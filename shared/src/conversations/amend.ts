import { getGroup } from '../groups/store.ts'
import type { Chat } from '../messages/chat.ts'
import type { Amendment, StoredContent } from '../messages/content.ts'
import { type InboundMessage, isSamePerson } from '../messages/inbound.ts'
import { forgetWords, indexWords } from '../search/word-rows.ts'
import type { Change } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { changeContent } from './change-content.ts'
import { findMessage } from './find-message.ts'
import { reactionOf, type StoredMessage } from './message.ts'
import { fileLeftBehind } from './message-file.ts'

/** The author and the time of a change to a message. */
interface By extends Pick<InboundMessage, 'connectionId' | 'fromMe' | 'person' | 'groupId' | 'timestamp'> {
  /** The conversation that the change came in. Absent for a change of the company, which it was allowed to write. */
  chat?: Chat
}

/**
 * Applies a reaction, an edit or a deletion to its message. Reports may overtake each other: a newer edit stays, and so
 * does a newer reaction of the same person.
 * @returns the changed message; undefined if it was never stored, has a newer change, or others may not change it
 */
export async function amendMessage(
  table: TenantTable,
  by: By,
  amendment: Amendment,
): Promise<StoredMessage | undefined> {
  const find = () => findMessage(table, by.connectionId, amendment.target)
  const target = await find()
  if (!target || !(await mayAmend(table, by, amendment, target))) return undefined
  if (isOvertaken(by, amendment, target)) return undefined
  const changesWords = amendment.type !== 'reaction'
  if (changesWords) await forgetWords(table, [target])
  const changed = await changeContent(table, find, (message) =>
    isOvertaken(by, amendment, message) ? undefined : changeBy(table.companyId, by, amendment, message),
  )
  // A newer change at the same moment leaves words too.
  const standing = changed ?? (changesWords ? await find() : undefined)
  if (changesWords && standing) await indexWords(table, [standing])
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
 * Records on a message that the company's own change of it did not reach WhatsApp.
 * @returns the message; undefined if it is gone
 */
export const changeFailed = (
  table: TenantTable,
  connectionId: string,
  { type, target }: Amendment,
): Promise<StoredMessage | undefined> =>
  changeContent(
    table,
    () => findMessage(table, connectionId, target),
    () => ({ set: { failedChange: type } }),
  )

/**
 * Everybody in a conversation may react to its messages. Only its author may edit or delete a message, and in a group
 * an admin may delete it. Phones check this, and WhatsApp's servers cannot: they do not see what is encrypted. Members
 * of a group know the ids of its messages, and could name them in another conversation. Notes and events are unknown to
 * WhatsApp.
 */
async function mayAmend(
  table: TenantTable,
  by: By,
  { type }: Amendment,
  target: StoredMessage,
): Promise<boolean> {
  const { chat, fromMe, groupId, person } = by
  if (target.internal || (chat !== undefined && chat !== target.chat)) return false
  if (type === 'reaction') return true
  if (fromMe && target.fromMe) return true
  if (!groupId) return !fromMe && !target.fromMe
  if (!fromMe && isSamePerson(person, target.sender)) return true
  return type === 'delete' && (fromMe || (await isAdminOf(table, by)))
}

async function isAdminOf(table: TenantTable, { connectionId, groupId = '', person }: By): Promise<boolean> {
  const group = await getGroup(table, connectionId, groupId)
  return (group?.members ?? []).some(
    ({ admin, number, lid }) => admin && isSamePerson(person, { number, lid }),
  )
}

const momentOf = ({ timestamp }: By): string => new Date(timestamp * 1000).toISOString()

/** Whether the message was deleted, or has a newer change of the same kind. Changes of one second count as they come. */
function isOvertaken(by: By, { type }: Amendment, message: StoredMessage): boolean {
  if (message.deletedAt) return true
  const moment = momentOf(by)
  if (type === 'edit') return (message.editedAt ?? '') > moment
  return type === 'reaction' && namesOf(by).some((who) => (message[reactionOf(who).at] ?? '') > moment)
}

function changeBy(
  companyId: string,
  by: By,
  amendment: Amendment,
  target: StoredMessage,
): Change<StoredMessage> {
  const { set, remove = [] } = changeOf(companyId, by, amendment, target)
  return { set, remove: by.fromMe ? [...remove, 'failedChange'] : remove }
}

function changeOf(
  companyId: string,
  by: By,
  amendment: Amendment,
  target: StoredMessage,
): Change<StoredMessage> {
  const moment = momentOf(by)
  if (amendment.type === 'reaction') return reactionChange(by, amendment.emoji)
  if (amendment.type === 'edit')
    return { set: { editedAt: moment, content: edited(target.content, amendment.text) } }
  const deletedFile = fileLeftBehind(companyId, target)
  const content = { type: 'text' as const, text: '' }
  return { set: { deletedAt: moment, content, ...(deletedFile && { deletedFile }) }, remove: ['original'] }
}

/** A person has one reaction. It may stand under the LID, from before the number was known. */
function reactionChange(by: By, emoji: string): Change<StoredMessage> {
  const [who = '', ...others] = namesOf(by)
  const { emoji: shown, at } = reactionOf(who)
  const remove = others.map(reactionOf).flatMap((other) => [other.emoji, other.at])
  return { set: { [shown]: emoji, [at]: momentOf(by) }, ...(remove.length > 0 && { remove }) }
}

/** The names that a person's reaction may stand under; a new one takes the first. */
const namesOf = ({ fromMe, person: { number, lid } }: By): string[] =>
  fromMe ? ['me'] : [number, lid].filter((name) => name !== undefined)

function edited(content: StoredContent, text: string): StoredContent {
  if ('caption' in content) return { ...content, caption: text }
  return { type: 'text', text }
}
