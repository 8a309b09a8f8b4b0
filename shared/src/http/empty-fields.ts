import type * as z from 'zod'

/** A field that may be null, because forms send empty fields as null (part 2 §5): null counts as omitted. */
export const omittedIfNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((given): z.output<T> | undefined => given ?? undefined)

/** The same for a field that has a value if it is omitted. */
export const orDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema.nullish().transform((given): z.output<T> => given ?? value)
