import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import type { CompanySchedules } from '@recado/shared/companies/company'
import { type TicketQueue, ticketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import i18next from 'i18next'
import { SUGGESTED_COLORS } from '../../tags/color/suggested-colors.ts'
import { validatedBy } from '../../ui/form.ts'
import { hasFaultyPeriod } from '../../ui/hours/periods.ts'

/** Values of the queue form. */
export interface QueueValues {
  name: string
  color: string
  greetingMessage: string
  outOfHoursMessage: string
  hasHours: boolean
  schedules: CompanySchedules
  /** '' for none. */
  targetMinutes: number | string
  distribution: TicketQueue['distribution']
  userIds: string[]
}

export type QueueForm = UseFormReturnType<QueueValues>

/** The hours that the form proposes. */
const BUSINESS_HOURS: CompanySchedules = {
  periods: DEFAULT_SEND_WINDOWS.periods,
  holidays: DEFAULT_SEND_WINDOWS.holidays,
}

/** The suggested colours that no other queue has. */
export const freeColors = (queues: readonly TicketQueue[], queue: TicketQueue | undefined) =>
  SUGGESTED_COLORS.filter(
    ({ color }) => !queues.some((other) => other.id !== queue?.id && other.color === color),
  )

export const queueFormValues = (
  queue: TicketQueue | undefined,
  queues: readonly TicketQueue[],
  users: readonly ShownUser[],
): QueueValues => ({
  name: queue?.name ?? '',
  color: queue?.color ?? freeColors(queues, queue)[0]?.color ?? '',
  greetingMessage: queue?.greetingMessage ?? '',
  outOfHoursMessage: queue?.outOfHoursMessage ?? '',
  hasHours: queue?.schedules != null,
  schedules: queue?.schedules ?? BUSINESS_HOURS,
  targetMinutes: queue?.targetMinutes ?? '',
  distribution: queue?.distribution ?? 'manual',
  userIds: queue ? users.filter(({ queueIds }) => queueIds.includes(queue.id)).map(({ id }) => id) : [],
})

/** The values as the contract takes them; empty texts are null. */
export function queueInputOf(values: QueueValues) {
  const { hasHours, schedules, targetMinutes, userIds: _, ...fields } = values
  return {
    ...fields,
    greetingMessage: fields.greetingMessage.trim() || null,
    outOfHoursMessage: fields.outOfHoursMessage.trim() || null,
    schedules: hasHours ? schedules : null,
    targetMinutes: targetMinutes === '' ? null : targetMinutes,
  }
}

/** The place after the last queue. */
export const placeAfter = (queues: readonly TicketQueue[]): number =>
  Math.min(999, Math.max(-1, ...queues.map(({ orderIndex }) => orderIndex)) + 1)

const validated = validatedBy(ticketQueueInput, 'form.fieldRequired', {
  name: { tooShort: 'queues.form.nameTooShort', tooLong: 'queues.form.nameTooLong' },
  color: { invalid: 'queues.form.colorInvalid' },
  greetingMessage: { tooLong: 'queues.form.textTooLong' },
  outOfHoursMessage: { tooLong: 'queues.form.textTooLong' },
})

/** Validates by the contract's schema. A faulty period is an error of the hours as a whole. */
export function validateQueueForm(values: QueueValues): FormErrors {
  const isFaulty = values.hasHours && hasFaultyPeriod(values.schedules)
  const problems = validated(queueInputOf({ ...values, hasHours: values.hasHours && !isFaulty }))
  return isFaulty ? { ...problems, schedules: i18next.t('settings.windows.faultySomewhere') } : problems
}
