import * as z from 'zod'

const variant = z.coerce.number().int().min(1).max(5).optional().catch(undefined)

/** Which of the five messages is open, which of the five that ask for a confirmation, and whether a new campaign is one to a tag. */
export const formSearch = z.object({
  message: variant,
  confirmation: variant,
  from: z.enum(['tag']).optional().catch(undefined),
})
export type FormSearch = z.infer<typeof formSearch>

/** The open variants, 1 to 5, and how another is opened. */
export interface OpenVariants {
  message: number
  confirmation: number
  open: (kind: 'message' | 'confirmation', variant: number) => void
}
