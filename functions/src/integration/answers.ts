import * as z from 'zod'

/** Ids are numbers or texts. */
export const idText = z.union([z.string(), z.number()]).transform(String)

/** An optional text. */
export const emptyText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const nullText = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
