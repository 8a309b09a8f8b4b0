import type { UseFormReturnType } from '@mantine/form'
import {
  type ContactChange,
  type ContactDetails,
  type ContactInput,
  contactChange,
  contactInput,
} from '@recado/shared/contacts/contact'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { validatedBy } from '../../ui/form.ts'

/** What the form of a contact holds. */
export interface ContactValues {
  name: string
  number: string
  email: string
  var1: string
  var2: string
  var3: string
  extraInfo: { name: string; value: string }[]
  tagIds: string[]
  botDisabled: boolean
}

export type ContactForm = UseFormReturnType<ContactValues>

export const valuesOf = (contact: ContactDetails | undefined): ContactValues => ({
  name: contact?.name ?? '',
  number: contact?.number ? formatNumber(contact.number) : '',
  email: contact?.email ?? '',
  var1: contact?.var1 ?? '',
  var2: contact?.var2 ?? '',
  var3: contact?.var3 ?? '',
  extraInfo: contact?.extraInfo ?? [],
  tagIds: contact?.tagIds ?? [],
  botDisabled: contact?.botDisabled ?? false,
})

/** The form as a new contact. */
export const inputOf = (values: ContactValues): ContactInput => contactInput.parse(values)

/**
 * The form as a change. A number and an e-mail that were not touched are left out: WhatsApp may have given the number, and a
 * spreadsheet the e-mail.
 * @param contact as it was when the form opened
 */
export function changeOf(values: ContactValues, contact: ContactDetails): ContactChange {
  const { number, email, ...fields } = values
  const before = valuesOf(contact)
  return contactChange.parse({
    ...fields,
    ...(number !== before.number && { number: number.trim() || null }),
    ...(email !== before.email && { email }),
  })
}

/**
 * Checks the form. A contact with a LID may have no number, and an e-mail from a spreadsheet may stay as it is although the form
 * would refuse it.
 */
export const validationOf = (contact: ContactDetails | undefined) => {
  const check = validatedBy(contactInput, 'form.fieldRequired')
  const checkWithoutNumber = validatedBy(contactInput.omit({ number: true }), 'form.fieldRequired')
  return (values: ContactValues) => {
    const { number, email, ...others } = values
    const checked = { ...others, email: email === contact?.email ? '' : email }
    return contact?.lid && number.trim() === '' ? checkWithoutNumber(checked) : check({ ...checked, number })
  }
}
