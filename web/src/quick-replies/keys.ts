/** Keys of this domain in the query cache. */
export const quickReplyKeys = {
  all: ['quick-replies'] as const,
  lists: ['quick-replies', 'list'] as const,
  /** All replies that the user may use, for the composer. */
  usable: ['quick-replies', 'usable'] as const,
  one: (quickReplyId: string) => ['quick-replies', 'one', quickReplyId] as const,
}
