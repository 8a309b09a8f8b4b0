import { useForm } from '@mantine/form'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useZone } from '../../zone/use-zone.ts'
import { proposedTime } from '../days.ts'
import { useSaveSchedule } from '../queries.ts'
import { useScheduleWords } from '../use-schedule-words.ts'
import {
  inputOf,
  newValues,
  type ScheduleBeginning,
  type ScheduleValues,
  validateSchedule,
  valuesOf,
} from './values.ts'

interface ScheduleFormOptions {
  /** The schedule to change; undefined for a new one. */
  schedule: Schedule | undefined
  /** What a new one begins with. */
  beginning: ScheduleBeginning
  onSaved: () => void
}

/** The field that each error code is about. */
const FIELD_OF_CODE = {
  ERR_SCHEDULE_PAST: 'sendAt',
  ERR_CONTACT_BLOCKED: 'contactId',
  ERR_NO_CONTACT_FOUND: 'contactId',
  ERR_NO_WAPP_FOUND: 'whatsappId',
  ERR_NO_FILE: 'file',
  ERR_UPLOAD_TOO_LARGE: 'file',
  ERR_MEDIA_TYPE: 'file',
}

/** The form of a schedule and how it is saved. */
export function useScheduleForm({ schedule, beginning, onSaved }: ScheduleFormOptions) {
  const { t } = useTexts()
  const zone = useZone()
  const words = useScheduleWords()
  const save = useSaveSchedule()
  const [initialValues] = useState(() => {
    const now = serverNow()
    return schedule
      ? valuesOf(schedule, proposedTime(now, zone), now)
      : newValues(beginning, proposedTime(now, zone, beginning.date))
  })
  const form = useForm<ScheduleValues>({
    initialValues,
    validate: (values) => validateSchedule(values, serverNow()),
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    // The stored file stays.
    const file = schedule && values.file === schedule.media ? undefined : values.file
    save.mutate(
      { ...inputOf(values), scheduleId: schedule?.id, file },
      {
        onSuccess: ({ id, sendAt }) => {
          toastSuccess(t('schedules.form.done', words.moment(sendAt, serverNow())), `scheduled-${id}`)
          onSaved()
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return { form, submit, save }
}
