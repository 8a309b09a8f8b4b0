import * as z from 'zod'
import { groupContact } from '../groups/group-contact.ts'
import { name } from '../name.ts'
import { consent, consentInput } from './consent.ts'
import { contactToImport } from './contact-list-item.ts'

export const contactListType = z.enum(['PRIVATE', 'GROUP'])
export type ContactListType = z.infer<typeof contactListType>

/** The most contacts of one call. A longer list comes as a spreadsheet. */
const MOST_CONTACTS = 5000

const contacts = z.array(contactToImport).min(1).max(MOST_CONTACTS).optional()

/** `contacts` are imported in the background. */
export const contactListInput = z.strictObject({
  name,
  type: contactListType.default('PRIVATE'),
  consent: consentInput.optional(),
  contacts,
})

/** An omitted `consent` stays as it is. `contacts` are added to the list. */
export const contactListChange = z.strictObject({
  name,
  consent: consentInput.optional(),
  contacts,
})

/** The group of a GROUP list. */
export const listedGroup = z.object({
  id: z.string(),
  name: z.string(),
  whatsappId: z.string(),
  whatsappName: z.string(),
  /** Members whose number is unknown. */
  unknownNumbers: z.number().int(),
  /** Only in the response for a single list. */
  contacts: z.array(groupContact).optional(),
})

/** A running check of a list's numbers. */
export const validityCheck = z.object({
  whatsappId: z.string(),
  checked: z.number().int(),
  total: z.number().int(),
  startedAt: z.string(),
  /** Why it waits now. `day`: the connection was asked about enough numbers for a day. */
  waitingFor: z.enum(['connection', 'refusal', 'day']).nullable(),
})
export type ValidityCheck = z.infer<typeof validityCheck>

export const contactList = z.object({
  id: z.string(),
  name: z.string(),
  type: contactListType,
  contactsCount: z.number().int(),
  valids: z.number().int(),
  invalids: z.number().int(),
  /** Contacts that WhatsApp was not asked about yet. */
  unknowns: z.number().int(),
  /** Whether the list may hold the same number twice (Habilitado) or not (Desabilitado). */
  isDuplicated: z.boolean(),
  updateAt: z.string(),
  createdAt: z.string(),
  /** The import that fills the list now, or is about to. */
  importId: z.string().nullable(),
  /** null: not declared. */
  consent: consent.nullable(),
  checking: validityCheck.nullable(),
  group: listedGroup.nullable(),
})
export type ContactList = z.infer<typeof contactList>
