import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import type { Chat } from '../conversations/chat.ts'
import { placeKey } from '../table/sequence.ts'
import type { Key } from '../table/table.ts'
import type { AckLevel, ConfirmationState, FailureReason, Shipping, ShippingStatus } from './shipping.ts'

/** What is sent to a recipient next: the question whether they want it, or the message itself. */
export type Step = 'confirmation' | 'message'

/**
 * AWAITING: was asked, and has not answered. POSTPONED: could not be written to, and is tried again at `retryAt`. The
 * API says PENDING for both.
 */
export type RecipientStatus = ShippingStatus | 'AWAITING' | 'POSTPONED'

/** People have two addresses on WhatsApp: their number and their LID. */
export type PersonAddress = 'number' | 'lid'

/** A recipient of a campaign: who, in which state, and everything known about the message. */
export interface Recipient extends ContactFields {
  campaignId: string
  /** The ledger it stands in: a campaign's preparation that was cut short leaves its ledger behind, unused. */
  ledger: string
  /** 0, 1, 2, … in sending order. */
  place: number
  status: RecipientStatus
  step: Step
  /** 1, and one more each time it is tried again. */
  attempt: number
  /** Which of the messages, 1 to 5, and which of the confirmation messages. */
  variant: number
  confirmationVariant: number
  level: Exclude<AckLevel, 'replied'>
  block: boolean
  createdAt: string
  searchText: string
  /** A group, whose `number` is its id; people are found by their number. */
  chat?: Chat
  /** The id of the first part that was sent last. */
  messageId?: string
  /** How many parts that message has, and which of them WhatsApp has acknowledged, `ack.0`, `ack.1`, … */
  parts?: number
  /** Unique to one claim, so that a claim that was never used can be given back. */
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
  /** How often it was postponed in this attempt, why, and until when, in milliseconds since 1970. */
  postponed?: number
  postponedFor?: FailureReason
  retryAt?: number
  /** WhatsApp refused the message at this person's other address: this one is used instead. */
  address?: PersonAddress
  /** The last of the campaign's resends that took it up. */
  resend?: number
  /** Who it was is not known any more: their data were erased. */
  erased?: true
}

/** Which recipient, wherever only its place matters. */
export type RecipientRef = Pick<Recipient, 'campaignId' | 'ledger' | 'place'>

/** Names the ledger of a campaign's n-th preparation. */
export const ledgerId = (campaignId: string, preparation: number) => `${campaignId}.${preparation}`

export const ledgerSequence = (ledger: string) => `LEDGER#${ledger}`

export const recipientKey = ({ ledger, place }: Omit<RecipientRef, 'campaignId'>): Key =>
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
