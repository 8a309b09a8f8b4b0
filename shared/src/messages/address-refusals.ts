import type { PersonAddress } from './recipient-ref.ts'

/**
 * WhatsApp's code for a message to the wrong one of a person's two addresses. The right one is their LID
 * (OpenWA#717, Baileys#2683) or, more rarely, their number (whatsapp-mcp-extended#67).
 */
export const ADDRESS_REFUSED = '463'
/** WhatsApp's code for any LID, if the account was not moved to LIDs yet (whatsapp-rust#941, #943). */
export const LID_REFUSED = '400'

/** Whether WhatsApp refused a message for its address. @param otherAddress the person's other one, which is left to try */
export const isAddressRefused = (otherAddress: PersonAddress, code: string): boolean =>
  code === ADDRESS_REFUSED || (code === LID_REFUSED && otherAddress === 'number')
