import { getSentMessage } from '../connections/sent-messages.ts'
import type { Change } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Amendment, Content } from './content.ts'
import type { InboundMessage, Person } from './inbound.ts'
import { changeMessage, getMessage, messageOfId, type StoredMessage } from './message.ts'

/** Who changes a message, and when. */
type By = Pick<InboundMessage, 'connectionId' | 'fromMe' | 'person' | 'groupId' | 'timestamp'>

/** A reaction, an edit or a deletion changes the message it is about; one that was never stored is left be. */
export async function amendMessage(table: TenantTable, by: By, amendment: Amendment): Promise<void> {
  const target = await targetOf(table, by.connectionId, amendment.target)
  if (!target || !mayAmend(by, amendment, target)) return
  await changeMessage(table, target, changeBy(by, amendment, target))
}

/** The same by the company itself, once WhatsApp has it. @param at ISO 8601 */
export const amendOwnMessage = (
  table: TenantTable,
  connectionId: string,
  amendment: Amendment,
  at: string,
): Promise<void> =>
  amendMessage(
    table,
    { connectionId, fromMe: true, person: {}, timestamp: Math.floor(Date.parse(at) / 1000) },
    amendment,
  )

/** One of the company's messages, written here or on the phone, or one that came in. */
async function targetOf(
  table: TenantTable,
  connectionId: string,
  messageId: string,
): Promise<StoredMessage | undefined> {
  const sent = await getSentMessage(table, connectionId, messageId)
  if (sent) return getMessage(table, { connectionId, messageId, chat: sent.chat, at: sent.at })
  const own = await messageOfId(table, connectionId, { messageId, fromMe: true })
  return own ?? messageOfId(table, connectionId, { messageId, fromMe: false })
}

/** Everybody reacts; only whoever wrote a message edits it or takes it back, and in a group its admins, whom WhatsApp knows. */
function mayAmend({ fromMe, person, groupId }: By, { type }: Amendment, target: StoredMessage): boolean {
  if (type === 'reaction') return true
  if (type === 'delete' && groupId) return true
  if (fromMe || target.fromMe) return fromMe && target.fromMe
  return !groupId || isSame(person, target.sender)
}

const isSame = (one: Person, other: Person = {}): boolean =>
  (one.lid !== undefined && one.lid === other.lid) ||
  (one.number !== undefined && one.number === other.number)

function changeBy(by: By, amendment: Amendment, target: StoredMessage): Change {
  const moment = new Date(by.timestamp * 1000).toISOString()
  if (amendment.type === 'reaction') return { set: { [`reaction:${whoReacts(by)}`]: amendment.emoji } }
  if (amendment.type === 'edit')
    return { set: { editedAt: moment, content: edited(target.content, amendment.text) } }
  return { set: { deletedAt: moment, content: { type: 'text', text: '' } }, remove: ['original'] }
}

const whoReacts = ({ fromMe, person: { number, lid } }: By): string => (fromMe ? 'me' : (number ?? lid ?? ''))

function edited(content: Content, text: string): Content {
  if ('caption' in content) return { ...content, caption: text }
  return { type: 'text', text }
}
