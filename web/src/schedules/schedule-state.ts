import type { Schedule, ScheduleWait } from '@recado/shared/schedules/schedule'

/** Sent later than this after its time, a message was late (s). */
const LATE_FROM_S = 60

/** The state of a schedule at a moment. */
export type ScheduleState =
  | { is: 'scheduled' }
  /** Its time has come, and nothing holds it up. */
  | { is: 'leaving' }
  | { is: 'waiting'; waitsFor: ScheduleWait; since: string }
  | { is: 'sent'; at: string; lateMinutes: number }
  /** It was not sent because the contact replied, which was wanted. */
  | { is: 'skipped' }
  | { is: 'failed'; reason: string | null }

/** Pure. @param now milliseconds since 1970 */
export function stateOf(schedule: Schedule, now: number): ScheduleState {
  const { status, reason, waitsFor, sendAt, sentAt, lateSeconds } = schedule
  if (status === 'ERRO') return reason === 'SKIPPED_REPLIED' ? { is: 'skipped' } : { is: 'failed', reason }
  if (status === 'ENVIADA') {
    const late = lateSeconds ?? 0
    return { is: 'sent', at: sentAt ?? sendAt, lateMinutes: late >= LATE_FROM_S ? Math.round(late / 60) : 0 }
  }
  if (waitsFor) return { is: 'waiting', waitsFor, since: sendAt }
  return { is: Date.parse(sendAt) <= now ? 'leaving' : 'scheduled' }
}
