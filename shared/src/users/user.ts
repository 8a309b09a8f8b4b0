import * as z from 'zod'

export const profile = z.enum(['admin', 'user'])

export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))

/** What is stored of a user. */
export interface User {
  id: string
  name: string
  email: string
  profile: z.infer<typeof profile>
  super: boolean
  companyId: string
  createdAt: string
}
