import { conversationKey } from '../../conversations/conversation.ts'
import type { InboundEvent } from '../../messages/inbound.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type SettlingPorts, settlePerson } from './settle-person.ts'

/** Records that a person, or the company on its phone, set the timer of disappearing messages in their chat. */
export async function recordTimer(
  table: TenantTable,
  ports: SettlingPorts,
  { connectionId, person, messageTimer }: Extract<InboundEvent, { kind: 'timer' }>,
): Promise<void> {
  const chat = await settlePerson(table, ports, connectionId, person)
  await table.update(conversationKey(connectionId, chat), { set: { connectionId, chat, messageTimer } })
}
