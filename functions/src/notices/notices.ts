import { mailProblemOf } from '@recado/shared/email/unreached'
import type { PlaceQuery } from '@recado/shared/http/paging'
import type { Notice, ReadNoticesInput } from '@recado/shared/notices/notice'
import type { OwnNoticeSettings } from '@recado/shared/notices/own-settings'
import type { NoticeSettingsInput } from '@recado/shared/notices/settings'
import { getNoticeSettings, putNoticeSettings } from '@recado/shared/notices/settings-store'
import { countUnread, pageOfNotices, readNotices, type StoredNotice } from '@recado/shared/notices/store'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import { getUser } from '@recado/shared/users/store'
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

export async function settings({ companyId, userId }: Actor): Promise<OwnNoticeSettings> {
  const table = tableOf(companyId)
  // Support is no user of the company.
  const [chosen, user] = await Promise.all([getNoticeSettings(table, userId), getUser(table, userId)])
  return { ...chosen, mailProblem: user ? await mailProblemOf(table, user.email) : null }
}

export async function saveSettings(actor: Actor, input: NoticeSettingsInput): Promise<OwnNoticeSettings> {
  await putNoticeSettings(tableOf(actor.companyId), actor.userId, input)
  return settings(actor)
}
