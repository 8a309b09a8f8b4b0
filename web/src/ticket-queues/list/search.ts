import * as z from 'zod'

/** Search parameters of the page of queues. */
export const queuesSearch = z.object({
  dialog: z.enum(['new', 'edit', 'delete']).optional().catch(undefined),
  /** The queue that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type QueuesSearch = z.infer<typeof queuesSearch>
