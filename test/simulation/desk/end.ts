import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { type Chat, chatOfGroup } from '@recado/shared/messages/chat'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import type { Listed } from '@recado/shared/table/list-rows'
import { allRows, type Row } from '@recado/shared/table/table'
import { isLive, type StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { TICKETS } from '@recado/shared/tickets/store/ticket-entity'
import { ticketLists } from '@recado/shared/tickets/store/ticket-lists'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { schedulesIn } from './schedules.ts'
import { GROUP, PERSONAL_CHATS, SHOP } from './shop.ts'
import type { DeskWorld } from './world.ts'

/** A conversation at the end of a run. */
export interface EndOfChat {
  chat: Chat
  /** Oldest first. */
  messages: StoredMessage[]
  tickets: StoredTicket[]
  /** The live ticket that its live row names. */
  live: StoredTicket | undefined
  /** Messages that are not where their place says. */
  misplaced: StoredMessage[]
}

/** The table at the end of a run. */
export interface End {
  world: DeskWorld
  tickets: StoredTicket[]
  chats: EndOfChat[]
  schedules: StoredSchedule[]
  /** The rows of all lists of tickets. */
  listed: Row<Listed>[]
}

export async function endOf(world: DeskWorld): Promise<End> {
  const { table } = world
  const tickets: StoredTicket[] = []
  for await (const ticket of allRows(table, { pk: TICKETS, consistent: true })) tickets.push(ticket)
  const chats: EndOfChat[] = []
  for (const chat of [...PERSONAL_CHATS, chatOfGroup(GROUP)]) {
    const messages = await world.messages(chat)
    const misplaced: StoredMessage[] = []
    for (const message of messages) {
      // Events have no place, nor have messages of a campaign: they are found as sent.
      if (message.content.type === 'event' || message.origin === 'campaign') continue
      const placed = await messageOfId(table, SHOP, message)
      if (placed?.chat !== chat || placed.at !== message.at) misplaced.push(message)
    }
    chats.push({
      chat,
      messages,
      misplaced,
      tickets: tickets.filter((ticket) => ticket.chat === chat),
      live: await liveTicket(table, SHOP, chat),
    })
  }
  const listed: Row<Listed>[] = []
  for (const pk of await ticketLists.partitions(table))
    for await (const row of allRows(table, { pk, consistent: true })) listed.push(row)
  return { world, tickets, chats, schedules: await schedulesIn(table), listed }
}

export const isOfCustomer = ({ fromMe, internal }: StoredMessage): boolean => !fromMe && !internal

/** The live tickets that have a customer: groups have no waiting time, and no list but their own. */
export const isServed = (ticket: StoredTicket): boolean => isLive(ticket) && !ticket.isGroup

/** The ticket that goes on with the messages of this one. */
export function heirOf(tickets: readonly StoredTicket[], ticketId: string): string {
  const into = tickets.find(({ id }) => id === ticketId)?.mergedInto
  return into ? heirOf(tickets, into) : ticketId
}
