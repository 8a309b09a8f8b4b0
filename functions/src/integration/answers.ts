import * as z from 'zod'

/** Ids come as numbers or as text. */
export const idText = z.union([z.string(), z.number()]).transform(String)

/** A text that may be missing. */
export const emptyText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const nullText = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
