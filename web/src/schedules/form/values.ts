import type { FormErrors } from '@mantine/form'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import {
  SCHEDULE_AHEAD_MS,
  type Schedule,
  type ScheduleInput,
  scheduleInput,
} from '@recado/shared/schedules/schedule'
import i18next from 'i18next'
import { validatedBy } from '../../ui/form.ts'

/** The connection is found when the message leaves. */
export const AUTOMATIC = 'automatic'

/** The fields of the form. */
export interface ScheduleValues {
  /** '' until one is chosen. */
  contactId: string
  /** The id of a connection, or {@link AUTOMATIC}. */
  whatsappId: string
  body: string
  /** The stored file, or the one that was just chosen; null without one. */
  file: KeptMedia | File | null
  /** ISO 8601; '' while the field is empty. */
  sendAt: string
  openTicket: boolean
  cancelIfReplied: boolean
}

/** What a new schedule begins with. */
export interface ScheduleBeginning {
  contactId?: string | undefined
  body?: string | undefined
  file?: KeptMedia | null | undefined
  /** The day that it is for, YYYY-MM-DD; in an hour without it. */
  date?: string | undefined
}

/** @param proposed the time to propose, ISO 8601 */
export const newValues = (beginning: ScheduleBeginning, proposed: string): ScheduleValues => ({
  contactId: beginning.contactId ?? '',
  whatsappId: AUTOMATIC,
  body: beginning.body ?? '',
  file: beginning.file ?? null,
  sendAt: proposed,
  openTicket: false,
  cancelIfReplied: false,
})

/** @param proposed replaces a time that has passed */
export const valuesOf = (schedule: Schedule, proposed: string, now: number): ScheduleValues => ({
  contactId: schedule.contact ? schedule.contactId : '',
  whatsappId: schedule.whatsappId ?? AUTOMATIC,
  body: schedule.body,
  file: schedule.media,
  sendAt: Date.parse(schedule.sendAt) > now ? schedule.sendAt : proposed,
  openTicket: schedule.openTicket,
  cancelIfReplied: schedule.cancelIfReplied,
})

export const inputOf = ({
  file: _,
  whatsappId,
  ...values
}: ScheduleValues): Omit<ScheduleInput, 'media'> => ({
  ...values,
  whatsappId: whatsappId === AUTOMATIC ? null : whatsappId,
})

const validateInput = validatedBy(scheduleInput, 'form.fieldRequired', {
  body: { invalid: 'form.fieldRequired', tooLong: 'schedules.form.textTooLong' },
})

/** @param now milliseconds since 1970 */
export const validateSchedule = (values: ScheduleValues, now: number): FormErrors => ({
  ...timeErrors(values, now),
  ...validateInput(inputOf(values)),
})

function timeErrors({ sendAt }: ScheduleValues, now: number): FormErrors {
  const ahead = Date.parse(sendAt) - now
  if (ahead <= 0) return { sendAt: i18next.t('errors.ERR_SCHEDULE_PAST') }
  return ahead > SCHEDULE_AHEAD_MS ? { sendAt: i18next.t('schedules.form.tooFar') } : {}
}
