import { localTimeOf } from '../calendar/local-time.ts'
import type { ReportEntry } from '../tickets/rules/report-entries.ts'
import type { ReportHours } from './report-hours.ts'

const KINDS = ['opened', 'reopened', 'closed'] as const

/**
 * An entry as a day keeps it, with the local hour in which it happened: `[0, hour, seconds to the first answer or -1]`,
 * `[1, hour]`, `[2, hour, seconds to the end, rate]`, where the rate is 1 to 5, 0 for a question without a rate, and -1
 * without a question. Seconds are of business hours.
 */
export type StoredFact = number[]

/** The same as it is added up. */
export interface Fact {
  kind: (typeof KINDS)[number]
  /** 0 to 23. */
  hour: number
  /** To the first answer or to the end; undefined without an answer. */
  seconds?: number
  isAsked: boolean
  /** 1 to 5; undefined without a rate. */
  rate?: number
}

const MINUTES_OF_HOUR = 60
const [NONE, ASKED] = [-1, 0]

/** A ticket's entry as a day stores it. Pure. @param hours the company's, see {@link ReportHours} */
export function storedFact(entry: ReportEntry, hours: ReportHours): StoredFact {
  const hour = Math.floor(localTimeOf(hours.timeZone, Date.parse(entry.at)).minute / MINUTES_OF_HOUR)
  const openTime = hours.of(entry.queueId)
  switch (entry.kind) {
    case 'opened': {
      const { inboundAt, respondedAt } = entry
      const isAnswered = inboundAt !== null && respondedAt !== null
      return [0, hour, isAnswered ? openTime(Date.parse(inboundAt), Date.parse(respondedAt)) : NONE]
    }
    case 'reopened':
      return [1, hour]
    case 'closed': {
      const { since, at, isAsked, rate } = entry
      return [2, hour, openTime(Date.parse(since), Date.parse(at)), rate ?? (isAsked ? ASKED : NONE)]
    }
  }
}

export function factOf([kind = 0, hour = 0, seconds = NONE, rate = NONE]: StoredFact): Fact {
  return {
    kind: KINDS[kind] ?? 'opened',
    hour,
    isAsked: rate >= ASKED,
    ...(seconds !== NONE && { seconds }),
    ...(rate > ASKED && { rate }),
  }
}
