import type { PlaceQuery } from '@recado/shared/http/paging'
import type { Notice, ReadNoticesInput } from '@recado/shared/notices/notice'
import type { NoticeSettings, NoticeSettingsInput } from '@recado/shared/notices/settings'
import { getNoticeSettings, putNoticeSettings } from '@recado/shared/notices/settings-store'
import { countUnread, pageOfNotices, readNotices, type StoredNotice } from '@recado/shared/notices/store'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import { ports, tableOf } from '../context.ts'
import { sightOn } from '../credentials/attendant.ts'
import { pageOf } from '../http/pages.ts'
import { publishRead } from './inform.ts'

export async function page(actor: Actor, query: PlaceQuery) {
  const { companyId, userId } = actor
  const table = tableOf(companyId)
  const [{ rows, ...end }, unread] = await Promise.all([
    pageOf([companyId, 'notices', userId], query, (after, limit) =>
      pageOfNotices(table, userId, { after, limit }),
    ),
    countUnread(table, userId),
  ])
  const tickets = await visibleTickets(actor, rows)
  return { records: rows.map((row) => noticeOf(row, tickets.get(row.ticketId ?? ''))), unread, ...end }
}

/** The tickets of notices that the user may see now, by their id. */
async function visibleTickets(
  actor: Actor,
  rows: readonly StoredNotice[],
): Promise<Map<string, StoredTicket>> {
  const ids = new Set(rows.flatMap(({ ticketId }) => ticketId ?? []))
  if (ids.size === 0) return new Map()
  const table = tableOf(actor.companyId)
  const [tickets, sees] = await Promise.all([ticketsOfIds(table, [...ids]), sightOn(actor)])
  return new Map(tickets.filter(sees).map((ticket) => [ticket.id, ticket]))
}

/** @param ticket undefined if it was deleted, or if the user may not see it */
const noticeOf = (
  { id, kind, userName, about, at, readAt }: StoredNotice,
  ticket: StoredTicket | undefined,
): Notice => ({
  id,
  kind,
  ...(ticket && { ticketUuid: ticket.uuid }),
  values: { ...(userName && { userName }), ...(ticket && { name: ticket.name }) },
  ...(about && { about }),
  at,
  readAt: readAt ?? null,
})

/** Marks notices as read, in all browsers of the user. */
export async function read({ companyId, userId }: Actor, { ids }: ReadNoticesInput): Promise<undefined> {
  const at = new Date(ports.now()).toISOString()
  await readNotices(tableOf(companyId), userId, ids, at)
  await publishRead(companyId, userId, ids, at)
}

export const settings = ({ companyId, userId }: Actor): Promise<NoticeSettings> =>
  getNoticeSettings(tableOf(companyId), userId)

export async function saveSettings(actor: Actor, input: NoticeSettingsInput): Promise<NoticeSettings> {
  await putNoticeSettings(tableOf(actor.companyId), actor.userId, input)
  return settings(actor)
}
