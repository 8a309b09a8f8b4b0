import type { Shipping } from '@recado/shared/campaigns/shipping'

/** Whether nobody knows any more who this recipient was. Of members of groups WhatsApp hides names and numbers too. */
export const isErased = ({ contact, number, reason }: Shipping): boolean =>
  contact.name === '' && number === '' && reason !== 'SKIPPED_NO_NUMBER'
