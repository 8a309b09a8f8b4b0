import type { Schedule } from '@recado/shared/schedules/schedule'
import { useState } from 'react'
import { useUser } from '../../session/use-session.ts'
import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { mayChange } from '../may-change.ts'
import { scheduleQuery } from '../queries.ts'
import { ScheduleDetails } from './ScheduleDetails.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

interface OpenedScheduleProps {
  scheduleId: string
  onClose: () => void
}

/** Loads the schedule whose id is in the URL, and opens it. */
export function OpenedSchedule({ scheduleId, onClose }: OpenedScheduleProps) {
  const schedule = useRecordOrClose(scheduleQuery(scheduleId), onClose)
  return schedule ? <OneSchedule schedule={schedule} onClose={onClose} /> : null
}

/** The form of a schedule that the user may change; else its values as text. */
function OneSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const user = useUser()
  // A schedule that leaves while its form is open takes nothing from the user: saving tells that it was sent.
  const [isChangeable] = useState(() => mayChange(schedule, user))
  const Opened = isChangeable ? ScheduleDialog : ScheduleDetails
  return <Opened schedule={schedule} onClose={onClose} />
}
