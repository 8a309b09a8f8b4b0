import * as z from 'zod'
import { id } from '../ids.ts'
import { name } from '../name.ts'

/** The longest stored text of a variable or an e-mail, in characters. */
export const FIELD_MAX_LENGTH = 1000

const optionalText = z
  .string()
  .trim()
  .max(FIELD_MAX_LENGTH)
  .nullish()
  .transform((text) => text ?? '')

const optionalEmail = z
  .union([z.literal(''), z.email().max(254)])
  .nullish()
  .transform((text) => text ?? '')

const fields = {
  name,
  number: z.string().trim().min(8).max(50),
  email: optionalEmail,
  var1: optionalText,
  var2: optionalText,
  var3: optionalText,
}

export const contactListItemInput = z.strictObject({ contactListId: id, ...fields })
export const contactListItemChange = z.strictObject({ contactListId: id.optional(), ...fields })

/**
 * A contact as in a row of a spreadsheet: the import judges its number, and goes on with the others if it refuses one.
 * Without a name it gets its number as name.
 */
export const contactToImport = z.strictObject({
  ...fields,
  name: optionalText,
  number: z.string().trim().max(50),
  email: optionalText,
})

/** The text columns of a contact, as in a spreadsheet. A missing text is ''. */
export interface ContactFields {
  name: string
  number: string
  email: string
  var1: string
  var2: string
  var3: string
}

export const contactListItem = z.object({
  id: z.string(),
  name: z.string(),
  /** Digits with country code; '' for a group member without a known number. */
  number: z.string(),
  email: z.string(),
  var1: z.string(),
  var2: z.string(),
  var3: z.string(),
  /** null: not known yet. */
  isWhatsappValid: z.boolean().nullable(),
  contactListId: z.string(),
  companyId: z.string(),
  createdAt: z.string(),
  /** For a group member: whether it is an admin. */
  admin: z.boolean().optional(),
})
export type ContactListItem = z.infer<typeof contactListItem>
