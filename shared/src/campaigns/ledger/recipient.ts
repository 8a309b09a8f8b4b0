import type { ContactFields } from '../../contact-lists/contact-list-item.ts'
import type { AckLevel } from '../../messages/ack-level.ts'
import type { Chat } from '../../messages/chat.ts'
import type { PersonAddress, RecipientRef, Step } from '../../messages/recipient-ref.ts'
import { placeKey } from '../../table/sequence.ts'
import { type Key, partition } from '../../table/table.ts'
import type { ConfirmationState, FailureReason, Shipping, ShippingStatus } from '../contract/shipping.ts'

/**
 * AWAITING: was asked and has not answered. POSTPONED: could not be written to; the next try is at `retryAt`. The API
 * shows both as PENDING.
 */
export type RecipientStatus = ShippingStatus | 'AWAITING' | 'POSTPONED'

/** WhatsApp's answer to a part: accepted, refused, or refused for now. */
export type Verdict = 'taken' | 'refused' | 'held'

/** A recipient of a campaign: the person or group, the status, and all data of the message. */
export interface Recipient extends ContactFields, RecipientRef {
  status: RecipientStatus
  step: Step
  /** 1, raised by one with each new attempt. */
  attempt: number
  /** The variant of the message, 1 to 5, and that of the confirmation message. */
  variant: number
  confirmationVariant: number
  level: Exclude<AckLevel, 'replied'>
  block: boolean
  createdAt: string
  searchText: string
  /** Set for a group, whose `number` is its id. People are identified by their number alone. */
  chat?: Chat
  /** The message id of the first part of the latest message. */
  messageId?: string
  /** How many parts that message has. */
  parts?: number
  /** Unique to one claim, so that only the claim's owner can release it. */
  claim?: string
  /** Milliseconds since 1970. */
  claimedAt?: number
  confirmation?: Exclude<ConfirmationState, 'NONE'>
  askedAt?: string
  sentAt?: string
  deliveredAt?: string
  readAt?: string
  repliedAt?: string
  reason?: FailureReason
  failureCode?: string
  /** How often it was postponed in this attempt, why, and until when (milliseconds since 1970). */
  postponed?: number
  postponedFor?: FailureReason
  retryAt?: number
  /** The address to use, because WhatsApp refused the message at the person's other address. */
  address?: PersonAddress
  /** The id of that refused message: a receipt may still prove that it arrived. */
  refusedId?: string
  /** When WhatsApp last refused it because it held the account back, in milliseconds since 1970. */
  heldBackAt?: number
  /** The fence of the lease under which it was claimed. */
  fence?: number
  /** WhatsApp's answer to each part: `ack0`, `ack1`, … */
  [part: `ack${number}`]: Verdict | undefined
  /** Number of the campaign's last resend that included it. */
  resend?: number
  /** The person's data were erased. */
  erased?: true
}

/** The id of the ledger of a campaign's n-th preparation. */
export const ledgerId = (campaignId: string, preparation: number) => `${campaignId}.${preparation}`

export const ledgerSequence = (ledger: string) => partition<Recipient>(`LEDGER#${ledger}`)

export const recipientKey = ({ ledger, place }: Omit<RecipientRef, 'campaignId'>): Key<Recipient> =>
  placeKey(ledgerSequence(ledger), place)

/** A recipient as the API shows it. */
export const shippingOf = (row: Recipient): Shipping => ({
  id: `${row.campaignId}-${row.place}`,
  campaignId: row.campaignId,
  contact: { name: row.name },
  number: row.number,
  status: row.status === 'AWAITING' || row.status === 'POSTPONED' ? 'PENDING' : row.status,
  block: row.block,
  createdAt: row.createdAt,
  sentAt: row.sentAt ?? null,
  deliveredAt: row.deliveredAt ?? null,
  readAt: row.readAt ?? null,
  repliedAt: row.repliedAt ?? null,
  isGroup: row.chat !== undefined,
  confirmation: row.confirmation ?? 'NONE',
  confirmationRequestedAt: row.askedAt ?? null,
  messageId: row.messageId ?? null,
  level: row.repliedAt ? 'replied' : row.level,
  variant: row.variant,
  reason: row.reason ?? null,
  failureCode: row.failureCode ?? null,
  ...nextTryOf(row),
})

function nextTryOf({ status, postponedFor, retryAt }: Recipient): Pick<Shipping, 'retryFor' | 'retryAt'> {
  if (status !== 'POSTPONED' || retryAt === undefined) return { retryFor: null, retryAt: null }
  return { retryFor: postponedFor ?? null, retryAt: new Date(retryAt).toISOString() }
}
