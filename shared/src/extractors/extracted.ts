import * as z from 'zod'
import { groupContact } from '../contact-lists/contact-list.ts'

/** A group that one of the company's accounts is in. */
export const extractedGroup = z.object({
  /** Names it in the calls of this part. */
  id: z.string(),
  name: z.string(),
  contactsCount: z.number().int(),
  /** Members whose number cannot be known: WhatsApp shows this account their id alone. */
  unknownNumbers: z.number().int(),
  whatsappId: z.string(),
  whatsappName: z.string(),
  /** The GROUP list that it is; null where there is none. */
  contactListId: z.string().nullable(),
  updatedAt: z.string(),
  /** null where all members together would make the answer too long: export the group instead. */
  contacts: z.array(groupContact).nullable(),
})
export type ExtractedGroup = z.infer<typeof extractedGroup>

/** How far the reading of one account's groups has come. */
export const groupFetch = z.object({
  whatsappId: z.string(),
  whatsappName: z.string(),
  status: z.enum(['FETCHING', 'DONE', 'FAILED']),
  /** Groups stored so far, of so many; null until WhatsApp has answered. */
  stored: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type GroupFetch = z.infer<typeof groupFetch>

/** What one account knows of people. */
export const extractedContacts = z.object({
  /** The connection's id. */
  id: z.string(),
  whatsappId: z.string(),
  whatsapp: z.object({ name: z.string() }),
  /** People with a number. */
  count: z.number().int(),
  /** People whom WhatsApp shows this account without their number; they are in no spreadsheet. */
  unknownNumbers: z.number().int(),
})
export type ExtractedContacts = z.infer<typeof extractedContacts>
