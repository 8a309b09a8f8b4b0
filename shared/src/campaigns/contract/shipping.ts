import * as z from 'zod'
import { ackLevel } from '../../messages/ack-level.ts'

export const SHIPPING_STATUSES = ['PENDING', 'SENDING', 'SENDED', 'FAILED'] as const
export const shippingStatus = z.enum(SHIPPING_STATUSES)
export type ShippingStatus = z.infer<typeof shippingStatus>

/** Why a recipient did not get the message; the text is `shippings.reasons.{reason}`. */
export const failureReason = z.enum([
  /** WhatsApp does not know the number. */
  'NOT_ON_WHATSAPP',
  /** WhatsApp refused the message; `failureCode` holds WhatsApp's code. */
  'REFUSED',
  /** WhatsApp lists no device of this person: the message would not arrive anywhere. */
  'NO_DEVICE',
  /** WhatsApp has no keys for any of this person's devices, so nothing can be encrypted for them. */
  'NO_KEYS',
  /** WhatsApp did not answer the questions about this person. */
  'NO_ANSWER',
  /** The message was handed over and its outcome never became known: never sent again automatically. */
  'UNKNOWN_OUTCOME',
  /** The message could not be written for this recipient (an empty text after its variables). */
  'EMPTY_MESSAGE',
  /** The contact is on the company's block list. */
  'SKIPPED_BLOCKED',
  /** The list already knew that the number is not on WhatsApp. */
  'SKIPPED_INVALID',
  /** WhatsApp accepted some parts of the message and never answered to others: never sent again automatically. */
  'PARTLY_SENT',
  /** Asked for a confirmation, and answered no. */
  'SKIPPED_DECLINED',
  /** Asked for a confirmation, and did not answer in time. */
  'SKIPPED_UNCONFIRMED',
  /** The account is not in this group, or not any more. */
  'SKIPPED_NOT_IN_GROUP',
  /** Only admins may write to this group, and the account is none. */
  'SKIPPED_ONLY_ADMINS',
  /** A member of a group whose number WhatsApp hides from this account. */
  'SKIPPED_NO_NUMBER',
])
export type FailureReason = z.infer<typeof failureReason>

/** State of the confirmation question. */
export const confirmationState = z.enum(['NONE', 'ASKED', 'YES', 'NO', 'EXPIRED'])
export type ConfirmationState = z.infer<typeof confirmationState>

/** Filter of a report's recipients. */
export const shippingView = z.enum([
  /** Neither sent nor failed. */
  'OPEN',
  'PENDING',
  'AWAITING',
  'SENDING',
  'SENDED',
  'DELIVERED',
  'READ',
  'REPLIED',
  'FAILED',
  /** Failed, and not because they are blocked. */
  'FAULTS',
  'BLOCKED',
])
export type ShippingView = z.infer<typeof shippingView>

/** One recipient of a campaign, as the API shows it. */
export const shipping = z.object({
  id: z.string(),
  campaignId: z.string(),
  contact: z.object({ name: z.string() }),
  number: z.string(),
  status: shippingStatus,
  block: z.boolean(),
  createdAt: z.string(),
  /** The server's acknowledgement. */
  sentAt: z.string().nullable(),
  /** The phone's receipt. */
  deliveredAt: z.string().nullable(),
  readAt: z.string().nullable(),
  repliedAt: z.string().nullable(),
  /** A group, whose `number` is its id. */
  isGroup: z.boolean(),
  confirmation: confirmationState,
  confirmationRequestedAt: z.string().nullable(),
  messageId: z.string().nullable(),
  level: ackLevel,
  /** The message variant of this recipient: 1 to 5. */
  variant: z.number().int().nullable(),
  reason: failureReason.nullable(),
  failureCode: z.string().nullable(),
  /** Why the last try failed and when the next one follows (ISO 8601); null if no retry follows. */
  retryFor: failureReason.nullable().default(null),
  retryAt: z.string().nullable().default(null),
})
export type Shipping = z.infer<typeof shipping>
