import { localTimeOf, weekdayOfDay } from '../../calendar/local-time.ts'
import { isOpen, opensAt } from '../../calendar/weekly-hours.ts'
import type { CompanySchedules } from '../../companies/company.ts'
import type { DeskRules } from './desk-rules.ts'

/** A time outside of the opening hours. */
export interface Closure {
  /** Its end (ISO 8601), which tells it from others; `never` if there are no hours at all. */
  id: string
  /** What the customer is told; '' for nothing. */
  text: string
}

/**
 * @param queueId the ticket's queue, which may be one of another connection
 * @param now milliseconds since 1970
 * @returns undefined during opening hours
 */
export function closureOf(
  { connection, company }: Pick<DeskRules, 'connection' | 'company'>,
  queueId: string | null,
  now: number,
): Closure | undefined {
  const queue = company.queues.find(({ id }) => id === queueId)
  const byQueue = company.scheduleType === 'queue'
  const schedules = byQueue ? queue?.schedules : company.schedules
  if (company.scheduleType === 'disabled' || !schedules) return undefined
  const hours = hoursOf(schedules)
  if (isOpen(hours, company.timeZone, now)) return undefined
  const opens = opensAt(hours, company.timeZone, now)
  const own = queue?.outOfHoursMessage
  const text = (byQueue ? own || connection.outOfHoursMessage : connection.outOfHoursMessage || own) ?? ''
  return {
    id: opens === null ? 'never' : new Date(opens).toISOString(),
    text: text.replaceAll('{abre}', opens === null ? '' : openingWords(opens, company.timeZone, now)),
  }
}

const prepared = new WeakMap<CompanySchedules, { enabled: true } & CompanySchedules>()

/** The same object for the same hours: the calendar keeps what it worked out for each. */
function hoursOf(schedules: CompanySchedules) {
  const hours = prepared.get(schedules) ?? { enabled: true as const, ...schedules }
  prepared.set(schedules, hours)
  return hours
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']
const DAYS_BY_NAME = 7

/** "hoje às 14h", "amanhã às 8h30", "segunda à 1h", "08/12 às 8h". */
export function openingWords(opens: number, timeZone: string, now: number): string {
  const [today, then] = [localTimeOf(timeZone, now), localTimeOf(timeZone, opens)]
  const ahead = then.day - today.day
  const [hour, minute] = [Math.floor(then.minute / 60), then.minute % 60]
  const time = `${hour}h${minute ? String(minute).padStart(2, '0') : ''}`
  // Portuguese says "à uma hora" and "à zero hora", in the singular.
  return `${dayWords(ahead, then.day)} ${hour < 2 ? 'à' : 'às'} ${time}`
}

function dayWords(ahead: number, day: number): string {
  if (ahead === 0) return 'hoje'
  if (ahead === 1) return 'amanhã'
  if (ahead < DAYS_BY_NAME) return WEEKDAYS[weekdayOfDay(day)] ?? ''
  const date = new Date(day * 86_400_000)
  return `${String(date.getUTCDate()).padStart(2, '0')}/${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}
