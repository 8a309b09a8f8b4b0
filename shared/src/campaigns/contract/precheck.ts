import * as z from 'zod'
import { holdReason } from '../../connections/health.ts'
import { MESSAGE_VARIABLES, waitingFor } from './campaign.ts'

/** Expected result of a start. Counts are of people, or of groups if the recipients are groups. */
export const precheck = z.object({
  /** One for each canonical number (or group). */
  recipients: z.number().int(),
  /** Campaigns that a new campaign to a tag is split into; 1 for any other. */
  parts: z.number().int(),
  /** Recipients less those who will be skipped. */
  sendable: z.number().int(),
  /** Known not to be on WhatsApp; skipped. */
  invalid: z.number().int(),
  /** WhatsApp was not asked about these; it is asked just before sending. */
  unknown: z.number().int(),
  /** On the block list; skipped. */
  blocked: z.number().int(),
  /** Contacts beyond the first with the same number. */
  duplicates: z.number().int(),
  /** Members of groups whose number is hidden; skipped. */
  noNumber: z.number().int(),
  /** Groups that the connection's account is not in; skipped. */
  notInGroup: z.number().int(),
  /** Groups that only admins may write to, and the connection's account is none; skipped. */
  onlyAdmins: z.number().int(),
  /** Variables of the messages that are empty for some recipients. */
  missingVariables: z.array(z.object({ variable: z.enum(MESSAGE_VARIABLES), recipients: z.number().int() })),
  /** Whether the campaign has texts, and nothing in them names the company. */
  unnamed: z.boolean().default(false),
  /** Lists above the recommended size. */
  largeLists: z.array(z.object({ id: z.string(), name: z.string(), contactsCount: z.number().int() })),
  /** First contacts that are held back now, or later by a day's budget. */
  held: z
    .object({
      reason: holdReason,
      /** ISO 8601; null if each day's budget is the reason. */
      until: z.string().nullable(),
      /** Recipients who never wrote and were never written to. */
      firstContacts: z.number().int(),
      perDay: z.number().int().nullable(),
    })
    .nullable(),
  /** Why the first message would wait. */
  waitingFor: waitingFor
    .extract(['connection', 'window', 'company-inactive', 'company-overdue', 'company-stop', 'platform-stop'])
    .nullable(),
  /** ISO 8601; null if unknown. */
  expectedStartAt: z.string().nullable(),
  expectedEndAt: z.string().nullable(),
})
export type Precheck = z.infer<typeof precheck>
