import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { id } from '../ids.ts'
import { schedule, scheduleInput, scheduleStatus } from './schedule.ts'

/**
 * All users see all schedules of the company, as they see its contacts. Each changes their own, and an admin
 * (`drawer-admin-items:view`) those of all.
 */
const SAVE_ERRORS = [
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_CONTACT_BLOCKED',
  'ERR_SCHEDULE_PAST',
  'ERR_NO_FILE',
  'ERR_UPLOAD_TOO_LARGE',
  'ERR_MEDIA_TYPE',
] as const

export const scheduleRoutes = defineRoutes({
  listSchedules: {
    method: 'GET',
    path: '/schedules',
    access: ANY_USER,
    query: pageQuery.extend({
      status: scheduleStatus.optional(),
      contactId: id.optional(),
      userId: id.optional(),
      /** Of the time of sending: from this moment on, and before that one. */
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
    }),
    response: recordsOf(schedule),
    summary:
      'Schedules by their time: PENDENTE and all statuses together soonest first, ENVIADA and ERRO latest first; a search finds any part of the text, or of the contact’s name or number',
  },
  createSchedule: {
    method: 'POST',
    path: '/schedules',
    access: ANY_USER,
    sends: true,
    body: scheduleInput,
    response: schedule,
    status: 201,
    rate: 'desk',
    idempotent: true,
    errors: ['ERR_NO_PERMISSION', ...SAVE_ERRORS],
    summary: 'Schedule a message to a contact',
  },
  getSchedule: {
    method: 'GET',
    path: '/schedules/{scheduleId}',
    access: ANY_USER,
    response: schedule,
    errors: ['ERR_NO_SCHEDULE_FOUND'],
    summary: 'One schedule',
  },
  updateSchedule: {
    method: 'PUT',
    path: '/schedules/{scheduleId}',
    access: ANY_USER,
    sends: true,
    body: scheduleInput,
    response: schedule,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION', ...SAVE_ERRORS],
    summary: 'Change a schedule that is not sent; one with an error waits for its new time',
  },
  deleteSchedule: {
    method: 'DELETE',
    path: '/schedules/{scheduleId}',
    access: ANY_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
    summary: 'Delete a schedule that is not sent',
  },
})
