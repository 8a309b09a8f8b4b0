import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import i18next from 'i18next'

/**
 * A ticket's name as it is shown. Without a name of the person, the stored name is that of the conversation: a number, or
 * `lid-…` while WhatsApp hides the number.
 */
export function ticketTitle(name: string): string {
  if (/^lid-\d+$/.test(name)) return i18next.t('common.nameless')
  return /^\d{8,15}$/.test(name) ? formatNumber(name) : name
}

/** A ticket's name without the one of its conversation, which says nothing to a customer; '' if it has no other. */
export const givenName = (name: string): string =>
  /^(\d{8,15}|lid-\d+|group-[\d-]+)$/.test(name) ? '' : name
