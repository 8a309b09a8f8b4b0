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
 * The form as a change. A number that was not touched is left out: WhatsApp may have given it.
 * @param contact as it was when the form opened
 */
export function changeOf(values: ContactValues, contact: ContactDetails): ContactChange {
  const { number, ...fields } = values
  const isSame = number === valuesOf(contact).number
  return contactChange.parse({ ...fields, ...(!isSame && { number: number.trim() || null }) })
}

/** Checks the form. A contact with a LID may have no number. */
export const validationOf = (contact: ContactDetails | undefined) => {
  const check = validatedBy(contactInput, 'form.fieldRequired')
  const checkWithoutNumber = validatedBy(contactInput.omit({ number: true }), 'form.fieldRequired')
  return (values: ContactValues) => {
    const { number, ...others } = values
    return contact?.lid && number.trim() === '' ? checkWithoutNumber(others) : check(values)
  }
}
