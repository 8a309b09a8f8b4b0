import * as z from 'zod'

const variant = z.coerce.number().int().min(1).max(5).optional().catch(undefined)

/** Search parameters of the campaign form. */
export const formSearch = z.object({
  /** The open message and the open confirmation question. */
  message: variant,
  confirmation: variant,
  /** A new campaign goes to a tag. */
  from: z.enum(['tag']).optional().catch(undefined),
  /** The list of a new campaign. */
  list: z.string().optional().catch(undefined),
  dialog: z.enum(['review', 'test']).optional().catch(undefined),
})
export type FormSearch = z.infer<typeof formSearch>

/** The open variants, 1 to 5, and a function that opens another one. */
export interface OpenVariants {
  message: number
  confirmation: number
  open: (kind: 'message' | 'confirmation', variant: number) => void
}
