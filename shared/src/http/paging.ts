import * as z from 'zod'

/** Rows on a page of any list (part 3 §1). */
export const PAGE_SIZE = 20

/** The longest search text of a list, in characters. */
export const SEARCH_MAX = 100

/** The query of every list: search text, and a page number or the cursor of the page before. */
export const pageQuery = z.strictObject({
  searchParam: z
    .string()
    .max(SEARCH_MAX)
    .transform((text) => text.trim().toLowerCase())
    .optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
  cursor: z.string().max(512).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
/** The query of a list without a search. */
export const placeQuery = pageQuery.omit({ searchParam: true })
export type PlaceQuery = z.infer<typeof placeQuery>

export const pageEnd = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

export const recordsOf = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record), ...pageEnd })
