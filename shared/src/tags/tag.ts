import * as z from 'zod'
import { name } from '../name.ts'

export const tagInput = z.strictObject({
  name,
  /** Stored in lower case: `#1f9d55`. */
  color: z
    .string()
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .transform((value) => value.toLowerCase()),
})
export type TagInput = z.infer<typeof tagInput>

/** A label of contacts and tickets. */
export const tag = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Tag = z.infer<typeof tag>
