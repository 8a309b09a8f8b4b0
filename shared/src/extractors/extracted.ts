import * as z from 'zod'
import { groupContact } from '../groups/group-contact.ts'

/** A group of one of the company's accounts. */
export const extractedGroup = z.object({
  /** Its id in the calls of the extractors. */
  id: z.string(),
  name: z.string(),
  contactsCount: z.number().int(),
  /**
   * Members without a known number: WhatsApp shows this account only their LID. Without `contacts` it is the number at
   * `updatedAt`: numbers learned since are not counted.
   */
  unknownNumbers: z.number().int(),
  whatsappId: z.string(),
  whatsappName: z.string(),
  /** Its GROUP list; null if it has none. */
  contactListId: z.string().nullable(),
  updatedAt: z.string(),
  /** null if the caller wants none, or if all members would make the response too long: export the group instead. */
  contacts: z.array(groupContact).nullable(),
})
export type ExtractedGroup = z.infer<typeof extractedGroup>

/** The people that one account knows, as counts. */
export const extractedContacts = z.object({
  /** The connection's id. */
  id: z.string(),
  whatsappId: z.string(),
  whatsapp: z.object({ name: z.string() }),
  /** People with a number. */
  count: z.number().int(),
  /** People without a number for this account; no spreadsheet contains them. */
  unknownNumbers: z.number().int(),
})
export type ExtractedContacts = z.infer<typeof extractedContacts>
