/** Identifies a recipient of a campaign. */
export interface RecipientRef {
  campaignId: string
  /** The recipient's ledger. An interrupted preparation leaves its ledger behind, unused. */
  ledger: string
  /** 0, 1, 2, … in sending order. */
  place: number
}

/** The recipient's next message: the confirmation question, or the message itself. */
export type Step = 'confirmation' | 'message'

/** People have two addresses on WhatsApp: their number and their LID. */
export type PersonAddress = 'number' | 'lid'
