import * as z from 'zod'

const variant = z.coerce.number().int().min(1).max(5).optional().catch(undefined)

/**
 * Search parameters of the campaign form: the open message, the open confirmation question, and whether a new
 * campaign goes to a tag.
 */
export const formSearch = z.object({
  message: variant,
  confirmation: variant,
  from: z.enum(['tag']).optional().catch(undefined),
})
export type FormSearch = z.infer<typeof formSearch>

/** The open variants, 1 to 5, and a function that opens another one. */
export interface OpenVariants {
  message: number
  confirmation: number
  open: (kind: 'message' | 'confirmation', variant: number) => void
}
