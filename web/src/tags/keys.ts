/** Keys of this domain in the query cache. */
export const tagKeys = {
  /** Also the tags to choose from in forms of other domains. */
  all: ['tags'] as const,
  lists: ['tags', 'list'] as const,
  one: (tagId: string) => ['tags', 'one', tagId] as const,
}
