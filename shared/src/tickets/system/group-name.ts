import type { Group } from '../../groups/store.ts'
import { chatOfGroup } from '../../messages/chat.ts'
import type { TicketWatchers } from '../live/watchers.ts'
import { liveTicket } from '../store/tickets.ts'
import { changeBySystem } from './changes.ts'

/** Gives the live ticket of a group the group's subject. */
export async function nameTicketOfGroup(
  watchers: TicketWatchers,
  { connectionId, groupId, subject }: Pick<Group, 'connectionId' | 'groupId' | 'subject'>,
): Promise<void> {
  const live = await liveTicket(watchers.table, connectionId, chatOfGroup(groupId))
  if (!live || !subject || live.name === subject) return
  await changeBySystem(watchers, live.id, (ticket) =>
    ticket.name === subject ? undefined : { after: { ...ticket, name: subject } },
  )
}
