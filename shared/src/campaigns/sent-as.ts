import type { PersonAddress, RecipientRef, Step } from './recipient.ts'

/** What a message on the wire is to its campaign: which part of which message for which recipient. */
export interface SentAs extends RecipientRef {
  step: Step
  /** Of the messages, or of the confirmation messages: 1 to 5. */
  variant: number
  /** The id of the message's first part, by which the recipient's row knows it. */
  first: string
  part: number
  parts: number
  /** The recipient was asked, and said yes. */
  confirmed: boolean
  /** Where the same person may be tried once more if WhatsApp refuses this address. */
  otherAddress?: PersonAddress
  /** The company's zone, by whose days messages are counted. */
  timezone: string
}
