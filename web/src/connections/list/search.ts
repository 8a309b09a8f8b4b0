import * as z from 'zod'

/** Search parameters of the page of connections. */
export const connectionsSearch = z.object({
  dialog: z.enum(['new', 'edit', 'qr', 'code', 'number']).optional().catch(undefined),
  /** The connection that the dialog is about. */
  id: z.string().optional().catch(undefined),
  /** A part of a connection's name or number. */
  search: z.string().optional().catch(undefined),
})
export type ConnectionsSearch = z.infer<typeof connectionsSearch>
