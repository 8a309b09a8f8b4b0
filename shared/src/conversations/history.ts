import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { conversationKey } from './conversation.ts'
import { settlePerson } from './identity.ts'
import type { InboundEvent } from './inbound.ts'

/** Chats that an account had before it was linked: whoever wrote then is no stranger now. */
export async function recordHistory(
  table: TenantTable,
  { connectionId, chats }: Extract<InboundEvent, { kind: 'history' }>,
): Promise<void> {
  for (const { person, name, wroteAt } of chats) {
    const chat = await settlePerson(table, connectionId, person)
    const set = {
      connectionId,
      chat,
      ...(name && { name }),
      ...(person.lid && { lid: person.lid }),
      ...(wroteAt !== undefined && { wroteAt: wroteAt * 1000 }),
    }
    // What has been heard of them since is newer.
    await committed(
      table.update(conversationKey(connectionId, chat), { set }, { wroteAt: { exists: false } }),
    )
  }
}
