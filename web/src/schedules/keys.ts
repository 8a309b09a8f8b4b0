import type { ScheduleFilter } from './schedule-filter.ts'

/** Keys of this domain in the query cache. */
export const scheduleKeys = {
  all: ['schedules'] as const,
  lists: ['schedules', 'list'] as const,
  listOf: (filter: ScheduleFilter) => ['schedules', 'list', filter] as const,
  ones: ['schedules', 'one'] as const,
  one: (scheduleId: string) => ['schedules', 'one', scheduleId] as const,
}
