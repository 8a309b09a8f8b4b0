import * as z from 'zod'

export const companySetting = z.object({ key: z.string(), value: z.string() })

/** The company as its own users see it at login. */
export const sessionCompany = z.object({
  id: z.string(),
  name: z.string(),
  /** A local date, YYYY-MM-DD: "ativo até". */
  dueDate: z.string().nullable(),
  settings: z.array(companySetting),
  /** Where the company's instance answers; empty means this deployment (part 3 §8). */
  instance: z.object({ address: z.string() }).nullable(),
})
export type SessionCompany = z.infer<typeof sessionCompany>

/** What is stored of a company. */
export interface Company {
  id: string
  name: string
  dueDate: string | null
  campaignsEnabled: boolean
  status: boolean
  createdAt: string
}
