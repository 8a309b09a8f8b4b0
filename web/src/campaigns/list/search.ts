import * as z from 'zod'

/** Search parameters of the pages that list campaigns. */
export const campaignsSearch = z.object({ search: z.string().optional().catch(undefined) })
