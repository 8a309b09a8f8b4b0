import * as z from 'zod'

export const contactListType = z.enum(['PRIVATE', 'GROUP'])
export type ContactListType = z.infer<typeof contactListType>

export const contactListInput = z.strictObject({
  name: z.string().trim().min(2).max(50),
  type: contactListType.default('PRIVATE'),
})

export const contactList = z.object({
  id: z.string(),
  name: z.string(),
  type: contactListType,
  contactsCount: z.number().int(),
  valids: z.number().int(),
  invalids: z.number().int(),
  /** Whether the list may hold the same number twice (Habilitado) or not (Desabilitado). */
  isDuplicated: z.boolean(),
  updateAt: z.string(),
  createdAt: z.string(),
  /** The import that is filling the list at this moment. */
  importId: z.string().nullable(),
})
export type ContactList = z.infer<typeof contactList>
