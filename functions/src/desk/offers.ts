import { putNotice } from '@recado/shared/notices/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { type Candidate, nextAttendant, offered, offeredTo } from '@recado/shared/tickets/rules/offer'
import { lastOfferTo, lastOfferWrite } from '@recado/shared/tickets/store/offers'
import { DESK, openOf } from '@recado/shared/tickets/store/ticket-lists'
import { changeBySystem } from '@recado/shared/tickets/system/changes'
import { allUsers } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { noticeIdOf, publishNotices } from '../notices/inform.ts'
import { onlineAmong } from '../realtime/online.ts'
import { ticketWatchers } from './ticket-watchers.ts'

/**
 * Offers a waiting ticket to the next attendant of its queue who is online, for two minutes. It ends the offers if all
 * attendants had one, or if the queue makes none (part 4 §5). Other users who see the ticket may take it all the
 * while. Without effect on a ticket that changed hands since it was read.
 */
export async function offer(companyId: string, ticket: StoredTicket): Promise<void> {
  const table = tableOf(companyId)
  const { id, queueId, preferredUserId } = ticket
  const queue = queueId ? await getTicketQueue(table, queueId) : undefined
  const isWanted = queue?.distribution === 'offer'
  if (!isWanted && preferredUserId === null) return
  const candidates = isWanted ? await candidatesIn(table, queue.id) : []
  const userId = nextAttendant(candidates, offeredTo(ticket))
  if (!userId && preferredUserId === null) return
  const now = ports.now()
  let isMade = false
  await changeBySystem(ticketWatchers(companyId), id, (found) => {
    const isSame =
      found.status === 'pending' &&
      found.userId === null &&
      found.queueId === queueId &&
      found.preferredUserId === preferredUserId
    isMade = isSame && userId !== undefined
    if (!isSame) return undefined
    return { after: offered(found, userId, now), also: userId ? [lastOfferWrite(userId, now)] : [] }
  })
  if (isMade && userId) await noticeOffer(companyId, userId, ticket.id, new Date(now).toISOString())
}

/** The users of a queue who are online. */
async function candidatesIn(table: TenantTable, queueId: string): Promise<Candidate[]> {
  const users = (await allUsers(table)).filter(({ queueIds = [] }) => queueIds.includes(queueId))
  const online = await onlineAmong(table.companyId, users)
  return Promise.all(
    users
      .filter(({ id }) => online.has(id))
      .map(async ({ id }) => ({
        userId: id,
        open: await openTickets(table, id),
        offeredAt: await lastOfferTo(table, id),
      })),
  )
}

/** More open tickets are not counted: a user with so many gets no offer before others. */
const COUNTED = 100

async function openTickets(table: TenantTable, userId: string): Promise<number> {
  const { rows } = await table.query({ pk: DESK, prefix: `${openOf(userId)}#`, limit: COUNTED })
  return rows.length
}

/** Gives a user the notice of an offered ticket. @param at when it was offered, ISO 8601 */
async function noticeOffer(companyId: string, userId: string, ticketId: string, at: string): Promise<void> {
  const kind = 'offer' as const
  const notice = { id: noticeIdOf(at, kind, ticketId), userId, kind, ticketId, at }
  if (await putNotice(tableOf(companyId), notice)) await publishNotices(companyId, [notice])
}
