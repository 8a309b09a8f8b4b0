import * as z from 'zod'

/** A member of a group. `number` is '' if WhatsApp shows this account only the LID. */
export const groupContact = z.object({ name: z.string(), number: z.string(), admin: z.boolean() })
export type GroupContact = z.infer<typeof groupContact>
