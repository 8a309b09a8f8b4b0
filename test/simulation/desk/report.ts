import type { StoredMessage } from '@recado/shared/conversations/message'
import { addUp } from '@recado/shared/desk-report/add-up'
import { Sum } from '@recado/shared/desk-report/figures'
import { factsOfDays } from '@recado/shared/desk-report/period'
import type { Figures } from '@recado/shared/desk-report/report'
import { loadReportHours, type ReportHours } from '@recado/shared/desk-report/report-hours'
import { cutText } from '@recado/shared/text'
import { type End, isOfCustomer } from './end.ts'
import { NOON } from './shop.ts'
import type { DeskWorld } from './world.ts'

const DAY_MS = 86_400_000

/** The report of all days of a run, with its hours. */
export interface PlayedReport {
  period: Figures
  hours: ReportHours
}

/** The report as it is some days later, when its days were stored. */
export async function reportOf(world: DeskWorld): Promise<PlayedReport> {
  const hours = await loadReportHours(world.table)
  const dateAt = (moment: number) => cutText(new Date(moment).toISOString(), 'YYYY-MM-DD'.length)
  const range = { from: dateAt(NOON - DAY_MS), to: dateAt(world.now + DAY_MS) }
  const later = world.now + 4 * DAY_MS
  await factsOfDays(world.table, hours, range, later)
  const days = await factsOfDays(world.table, hours, range, later)
  return { period: addUp(days, {}, hours, []).period, hours }
}

interface Beginning {
  inboundAt: string
  respondedAt?: string
}

/** The first message of each ticket’s customer, and the first one of a person after it, in the order in which they came. */
function beginningsIn(world: DeskWorld): Map<string, Beginning> {
  const beginnings = new Map<string, Beginning>()
  for (const { tickets, messages } of world.rows.commits) {
    for (const { before, after } of tickets) {
      const from = before?.mergedInto ? undefined : beginnings.get(after.mergedInto ? after.id : '')
      const into = beginnings.get(after.mergedInto ?? '')
      if (from) beginnings.set(after.mergedInto ?? '', into ? earliestOf(from, into) : from)
    }
    for (const message of messages) {
      const { ticketId = '', at } = message
      const known = beginnings.get(ticketId)
      if (isOfCustomer(message) && ticketId && !known) beginnings.set(ticketId, { inboundAt: at })
      if (isByPerson(message) && known && !known.respondedAt)
        beginnings.set(ticketId, { ...known, respondedAt: at })
    }
  }
  return beginnings
}

/** The ticket that goes on after a merge has the messages and answers of both. */
function earliestOf(one: Beginning, other: Beginning): Beginning {
  const [inboundAt] = [one.inboundAt, other.inboundAt].sort()
  const [respondedAt] = [one.respondedAt, other.respondedAt].filter((at) => at !== undefined).sort()
  return { inboundAt: inboundAt ?? one.inboundAt, ...(respondedAt && { respondedAt }) }
}

const isByPerson = ({ fromMe, origin }: StoredMessage): boolean =>
  fromMe && (origin === 'user' || origin === 'phone')

/** The report of the run counts what its messages and the events in its conversations say. */
export function reportEqualsRecount({ world, tickets }: End): string[] {
  if (!world.report) return ['there is no report']
  const { period, hours } = world.report
  const beginnings = beginningsIn(world)
  const sum = new Sum()
  const count = (fact: Parameters<Sum['add']>[0]) => sum.add(fact, null)
  // In the order in which they came: a late message reopens a ticket at its own time.
  const messages = world.rows.commits.flatMap((commit) => commit.messages)
  for (const { id, isGroup, queueId, mergedInto, rating, createdAt } of tickets) {
    if (isGroup || mergedInto) continue
    const { inboundAt, respondedAt } = beginnings.get(id) ?? {}
    const secondsTo = (end: string | undefined, from: string | undefined) =>
      end && from ? hours.of(queueId)(Date.parse(from), Date.parse(end)) : undefined
    const response = secondsTo(respondedAt, inboundAt)
    const isAsked = false
    count({ kind: 'opened', hour: 0, isAsked, ...(response !== undefined && { seconds: response }) })
    const events = messages.flatMap(({ ticketId, content, at }) =>
      ticketId === id && content.type === 'event' && ['closed', 'reopened'].includes(content.kind)
        ? [{ kind: content.kind, at }]
        : [],
    )
    if (events.some(({ kind }) => kind === 'reopened')) count({ kind: 'reopened', hour: 0, isAsked })
    const last = events.at(-1)
    if (last?.kind !== 'closed') continue
    const resolution = secondsTo(last.at, inboundAt ?? createdAt)
    const rate = rating?.rate ?? undefined
    count({
      kind: 'closed',
      hour: 0,
      isAsked: rating !== null,
      ...(resolution !== undefined && { seconds: resolution }),
      ...(rate && { rate }),
    })
  }
  const [said, counted] = [period, sum.figures].map((figures) => JSON.stringify({ ...figures, target: null }))
  return said === counted ? [] : [`the report says ${said}, and the messages ${counted}`]
}
