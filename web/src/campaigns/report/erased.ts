import type { Shipping } from '@recado/shared/campaigns/contract/shipping'

/** Whether the recipient's data was erased. WhatsApp also hides names and numbers of group members. */
export const isErased = ({ contact, number, reason }: Shipping): boolean =>
  contact.name === '' && number === '' && reason !== 'SKIPPED_NO_NUMBER'
