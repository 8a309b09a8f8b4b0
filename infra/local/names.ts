import * as z from 'zod'

/** Names of a copy's tables, bucket and queues. */
export const names = z.object({
  table: z.string(),
  authTable: z.string(),
  bucket: z.string(),
  /** Prefix of all queue names. */
  queuePrefix: z.string(),
})
export type Names = z.infer<typeof names>

/** In lower case, as bucket names require. */
export const namesOf = (name: string): Names => ({
  table: name,
  authTable: `${name}-auth`,
  bucket: `${name}-files`,
  queuePrefix: `${name}-`,
})

/** Names in a copy's own emulators. */
export const NAMES = namesOf('recado')
