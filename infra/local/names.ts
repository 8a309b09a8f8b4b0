import * as z from 'zod'

/** What a copy calls its tables, its bucket and its queues. */
export const names = z.object({
  table: z.string(),
  authTable: z.string(),
  bucket: z.string(),
  /** What all names of queues begin with. */
  queuePrefix: z.string(),
})
export type Names = z.infer<typeof names>

/** Lower case, as a bucket's name has to be. */
export const namesOf = (name: string): Names => ({
  table: name,
  authTable: `${name}-auth`,
  bucket: `${name}-files`,
  queuePrefix: `${name}-`,
})

/** Those in the emulators of a copy's own. */
export const NAMES = namesOf('recado')
