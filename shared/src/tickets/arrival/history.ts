import { conversationKey } from '../../conversations/conversation.ts'
import type { InboundEvent } from '../../messages/inbound.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type SettlingPorts, settlePerson } from './settle-person.ts'

/** Records the chats that an account had before it was linked: people who wrote then are no first contacts now. */
export async function recordHistory(
  table: TenantTable,
  ports: SettlingPorts,
  { connectionId, chats }: Extract<InboundEvent, { kind: 'history' }>,
): Promise<void> {
  for (const { person, name, wroteAt } of chats) {
    const chat = await settlePerson(table, ports, connectionId, person)
    const set = {
      connectionId,
      chat,
      ...(name && { name }),
      ...(person.lid && { lid: person.lid }),
      ...(wroteAt !== undefined && { wroteAt: wroteAt * 1000 }),
    }
    // A stored value is newer than the history.
    await committed(
      table.update(conversationKey(connectionId, chat), { set }, { wroteAt: { exists: false } }),
    )
  }
}
