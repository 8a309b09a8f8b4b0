import { ConditionFailed, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { amendMessage } from './amend.ts'
import { type Chat, chatOfGroup } from './chat.ts'
import { isAmendment, placeholderIn } from './content.ts'
import { conversationKey, getConversation } from './conversation.ts'
import { lidKey, settlePerson } from './identity.ts'
import type { InboundMessage } from './inbound.ts'
import { changeMessage, messageOfId, messageWrite, placeKey, type StoredMessage } from './message.ts'
import { previewOf } from './preview.ts'

/**
 * Puts what came from WhatsApp into its conversation, once however often it is delivered.
 * @returns the message as it is stored; undefined for what only changes another one
 */
export async function recordMessage(
  table: TenantTable,
  event: InboundMessage,
): Promise<StoredMessage | undefined> {
  for (;;) {
    const { connectionId, groupId, person } = event
    const chat = groupId ? chatOfGroup(groupId) : await settlePerson(table, connectionId, person)
    if (isAmendment(event.content)) {
      await amendMessage(table, event, event.content)
      return undefined
    }
    const message = messageOf(event, chat)
    const outcome = await store(table, message, event)
    if (outcome === 'stored') return message
    if (outcome === 'known') return replaced(table, message)
  }
}

/** What can be read at last takes the place of what stood for it. @returns the message as it is stored */
async function replaced(table: TenantTable, message: StoredMessage): Promise<StoredMessage | undefined> {
  const { connectionId, content, original = '', quoted } = message
  const known = await messageOfId(table, connectionId, message)
  const [standing, coming] = [known && placeholderIn(known.content), placeholderIn(content)]
  if (!known || !standing || coming === standing || coming === 'unreadable') return known
  const set = { content, original, ...(quoted && { quoted }) }
  if (!(await changeMessage(table, known, { set }))) return undefined
  const head = conversationKey(connectionId, known.chat)
  await committed(table.update(head, { set: { preview: previewOf(content) } }, { lastAt: known.at }))
  return { ...known, ...set }
}

function messageOf(event: InboundMessage, chat: Chat): StoredMessage {
  const { connectionId, messageId, at, fromMe, groupId, person, name, content, quoted, original } = event
  return {
    connectionId,
    chat,
    messageId,
    fromMe,
    content,
    original,
    at: new Date(at).toISOString(),
    ...(fromMe && { origin: 'phone' as const, status: 'SENT' as const, level: 'server' as const }),
    ...(groupId && !fromMe && { sender: person }),
    ...(name && !fromMe && { name }),
    ...(quoted && { quoted }),
  }
}

async function store(
  table: TenantTable,
  message: StoredMessage,
  { person, groupId, timestamp }: InboundMessage,
): Promise<'stored' | 'known' | 'moved'> {
  const { connectionId, chat, at, fromMe, name, content } = message
  const conversation = await getConversation(table, connectionId, chat)
  const isLatest = at > (conversation?.lastAt ?? '')
  const set = {
    connectionId,
    chat,
    ...(isLatest && { lastAt: at, preview: previewOf(content) }),
    ...(fromMe ? { writtenAt: timestamp * 1000 } : { wroteAt: timestamp * 1000 }),
    ...(name && !groupId && { name }),
    ...(person.lid && !groupId && { lid: person.lid }),
  }
  // The number behind a LID may become known at this very moment: then the message belongs there.
  const onlyLid = chat.startsWith('lid-') ? person.lid : undefined
  try {
    await table.transact([
      { put: { ...placeKey(connectionId, message), chat, at }, when: { pk: { exists: false } } },
      messageWrite(message),
      {
        update: conversationKey(connectionId, chat),
        change: { set, ...(!fromMe && { add: { unread: 1 } }) },
      },
      ...(onlyLid ? [{ check: lidKey(onlyLid), when: { pk: { exists: false } } }] : []),
    ])
    return 'stored'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failures[0] === undefined ? 'moved' : 'known'
  }
}
