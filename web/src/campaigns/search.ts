import * as z from 'zod'

/** What the address of a list of campaigns holds. */
export const campaignsSearch = z.object({ search: z.string().optional().catch(undefined) })
