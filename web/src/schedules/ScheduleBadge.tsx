import type { Schedule } from '@recado/shared/schedules/schedule'
import {
  IconAlertTriangle,
  IconCalendarClock,
  IconCircleCheck,
  IconHourglass,
  IconLoader2,
  IconMessageReply,
} from '@tabler/icons-react'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useNow } from '../ui/use-now.ts'
import { type ScheduleState, stateOf } from './schedule-state.ts'
import { useScheduleWords } from './use-schedule-words.ts'

const LOOKS: Record<ScheduleState['is'], StatusLook> = {
  scheduled: { color: 'blue', icon: IconCalendarClock },
  leaving: { color: 'blue', icon: IconLoader2, spins: true },
  waiting: { color: 'yellow', icon: IconHourglass },
  sent: { color: 'green', icon: IconCircleCheck },
  skipped: { color: 'gray', icon: IconMessageReply },
  failed: { color: 'red', icon: IconAlertTriangle },
}

/** The state of a schedule in words: what it waits for, when it was sent, or why it was not. */
export function ScheduleBadge({ schedule }: { schedule: Schedule }) {
  const words = useScheduleWords()
  const now = useNow()
  const state = stateOf(schedule, now)
  return <StatusBadge look={LOOKS[state.is]} label={words.state(state, now)} />
}
