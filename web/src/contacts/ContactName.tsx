import type { Contact } from '@recado/shared/contacts/contact'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import i18next from 'i18next'
import { useTexts } from '../i18n/use-texts.ts'
import { ShownNumber } from '../ui/ShownNumber.tsx'

/** What a contact is called: its name, else its number. */
export const contactTitle = ({ name, number }: Pick<Contact, 'name' | 'number'>): string =>
  name || (number ? formatNumber(number) : i18next.t('common.nameless'))

/** A contact's number with its flag, or that WhatsApp hides it. */
export const ContactNumber = ({ contact }: { contact: Pick<Contact, 'number'> }) =>
  contact.number ? <ShownNumber number={contact.number} /> : shownNumber(contact)

/** A contact's number, or that WhatsApp hides it. */
export const shownNumber = ({ number }: Pick<Contact, 'number'>): string =>
  number ? formatNumber(number) : i18next.t('contactBook.hiddenNumber')

/** A contact's name in the direction of its own letters. */
export function ContactName({ contact }: { contact: Pick<Contact, 'name' | 'number'> }) {
  // Reads the language, so that the name changes with it.
  useTexts()
  return <bdi>{contactTitle(contact)}</bdi>
}
