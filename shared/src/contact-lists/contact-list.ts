import * as z from 'zod'
import { name } from '../name.ts'
import { consent, consentInput } from './consent.ts'

export const contactListType = z.enum(['PRIVATE', 'GROUP'])
export type ContactListType = z.infer<typeof contactListType>

export const contactListInput = z.strictObject({
  name,
  type: contactListType.default('PRIVATE'),
  consent: consentInput.optional(),
})

/** `consent` is left as it is where it is not named. */
export const contactListChange = z.strictObject({
  name,
  type: contactListType.optional(),
  consent: consentInput.optional(),
})

/** A member of a group. `number` is '' where WhatsApp shows this account no more than an id. */
export const groupContact = z.object({ name: z.string(), number: z.string(), admin: z.boolean() })
export type GroupContact = z.infer<typeof groupContact>

/** The group that a GROUP list is. */
export const listedGroup = z.object({
  id: z.string(),
  name: z.string(),
  whatsappId: z.string(),
  whatsappName: z.string(),
  /** Members whose number is unknown. */
  unknownNumbers: z.number().int(),
  /** Only where one list is asked for. */
  contacts: z.array(groupContact).optional(),
})

/** A check of a list's numbers that goes on in the background. */
export const validityCheck = z.object({
  whatsappId: z.string(),
  checked: z.number().int(),
  total: z.number().int(),
  startedAt: z.string(),
  /** Why it rests at this moment. */
  waitingFor: z.enum(['connection', 'refusal']).nullable(),
})
export type ValidityCheck = z.infer<typeof validityCheck>

export const contactList = z.object({
  id: z.string(),
  name: z.string(),
  type: contactListType,
  contactsCount: z.number().int(),
  valids: z.number().int(),
  invalids: z.number().int(),
  /** Contacts of whom WhatsApp has not been asked yet. */
  unknowns: z.number().int(),
  /** Whether the list may hold the same number twice (Habilitado) or not (Desabilitado). */
  isDuplicated: z.boolean(),
  updateAt: z.string(),
  createdAt: z.string(),
  /** The import that is filling the list at this moment. */
  importId: z.string().nullable(),
  /** null: nobody has said anything about it. */
  consent: consent.nullable(),
  checking: validityCheck.nullable(),
  group: listedGroup.nullable(),
})
export type ContactList = z.infer<typeof contactList>
