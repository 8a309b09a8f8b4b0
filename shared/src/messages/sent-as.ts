import type { PersonAddress, RecipientRef, Step } from './recipient-ref.ts'

/** The role of a sent message in its campaign: which part of which message for which recipient. */
export interface SentAs extends RecipientRef {
  step: Step
  /** The variant of the message, or of the confirmation message: 1 to 5. */
  variant: number
  /** The id of the message's first part; the recipient's row holds it. */
  first: string
  part: number
  parts: number
  /** Whether the recipient was asked and said yes. */
  confirmed: boolean
  /** The person's other address, for one more try if WhatsApp refuses this one. */
  otherAddress?: PersonAddress
  /** The company's time zone: messages are counted by its days. */
  timezone: string
}
