import * as z from 'zod'
import { byName } from '../by-name.ts'
import { name } from '../name.ts'

/** Omitted fields beyond name and colour stay as they are. */
export const tagInput = z.strictObject({
  name,
  /** Stored in lower case: `#1f9d55`. */
  color: z
    .string()
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .transform((value) => value.toLowerCase()),
  /** Whether it is a column of the kanban. */
  kanban: z.boolean().optional(),
  /** Its place among the columns. */
  orderIndex: z.number().int().min(0).max(999).optional(),
})
export type TagInput = z.infer<typeof tagInput>

/** The tags that are columns of the kanban, in their order: by their place, then by name. */
export const stagesIn = <T extends Pick<Tag, 'kanban' | 'orderIndex' | 'name'>>(tags: readonly T[]): T[] =>
  tags
    .filter(({ kanban }) => kanban)
    .sort((one, other) => one.orderIndex - other.orderIndex || byName(one, other))

/** A label of contacts and tickets. */
export const tag = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  kanban: z.boolean(),
  orderIndex: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Tag = z.infer<typeof tag>
