import * as z from 'zod'
import { id } from '../ids.ts'
import { keptMedia, keptMediaInput } from '../messages/kept-media.ts'

/** Waits for its time; was sent, which WhatsApp's server said; will never be sent (part 3 §7). */
export const SCHEDULE_STATUSES = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export const scheduleStatus = z.enum(SCHEDULE_STATUSES)
export type ScheduleStatus = z.infer<typeof scheduleStatus>

/** Why a schedule was not sent. WhatsApp's own codes and those of failed messages may stand there too. */
export const SCHEDULE_REASONS = [
  /** The contact blocked the company's messages, or was blocked. */
  'BLOCKED',
  /** The contact wrote after the schedule was made, which was wanted. It is no fault. */
  'SKIPPED_REPLIED',
  /** The contact was deleted. */
  'NO_CONTACT',
  /** Its connection was deleted, or there is none. */
  'NO_CONNECTION',
  /** WhatsApp held first contacts back for longer than a day, or it is late for a company that never opens. */
  'TOO_LATE',
  /** The company had not paid. */
  'OVERDUE',
  /** It left, but nothing says whether it arrived. It is never sent again by itself. */
  'UNKNOWN_OUTCOME',
] as const

/** What a due schedule waits for. */
export const SCHEDULE_WAITS = [
  /** Other schedules of the same connection leave before it, five seconds apart. */
  'pace',
  /** Its connection is down. */
  'connection',
  /** It is late, and the company is closed. */
  'opening',
  /** All sending is stopped. */
  'stop',
  /** WhatsApp does not let the account write to new contacts for now. */
  'first-contacts',
] as const
export type ScheduleWait = (typeof SCHEDULE_WAITS)[number]

/** How far ahead a schedule may be, in milliseconds. */
export const SCHEDULE_AHEAD_MS = 366 * 24 * 3_600_000

const BODY_MAX = 4096

/** A message to a contact at a time. The text is the caption of its file, if it has one. */
export const scheduleInput = z.strictObject({
  contactId: id,
  /** Else the connection of the contact's last ticket, else the default one. */
  whatsappId: id.nullish(),
  body: z
    .string()
    .max(BODY_MAX)
    .refine((text) => text.trim() !== '', 'blank'),
  /** Its file, but no audio: phones show no caption with it, and the text would be lost. null: none; omitted, it stays. */
  media: keptMediaInput
    .refine(({ type }) => type !== 'audio', 'no_caption')
    .nullable()
    .optional(),
  sendAt: z.iso.datetime(),
  /** Opens a ticket of its user with the message, unless there is one. */
  openTicket: z.boolean().default(false),
  /** Is not sent if the contact wrote after the schedule was made. */
  cancelIfReplied: z.boolean().default(false),
})
export type ScheduleInput = z.infer<typeof scheduleInput>

/** A schedule as users see it. Moments are ISO 8601. */
export const schedule = z.object({
  id: z.string(),
  contactId: z.string(),
  /** null: the contact was deleted. */
  contact: z.object({ name: z.string(), number: z.string().nullable() }).nullable(),
  whatsappId: z.string().nullable(),
  body: z.string(),
  media: keptMedia.nullable(),
  sendAt: z.string(),
  status: scheduleStatus,
  /** Of an error: one of {@link SCHEDULE_REASONS}, or the code of the failed message. */
  reason: z.string().nullable(),
  /** Of a schedule that is due and waits. */
  waitsFor: z.enum(SCHEDULE_WAITS).nullable(),
  sentAt: z.string().nullable(),
  /** How long after its time it was sent, in seconds. */
  lateSeconds: z.number().int().nullable(),
  openTicket: z.boolean(),
  cancelIfReplied: z.boolean(),
  /** Who made it. */
  userId: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Schedule = z.infer<typeof schedule>
