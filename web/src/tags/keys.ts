/** Keys of this domain in the query cache. */
export const tagKeys = {
  all: ['tags'] as const,
  lists: ['tags', 'list'] as const,
  /** All tags, for menus and for the names behind ids. */
  choices: ['tags', 'choices'] as const,
  one: (tagId: string) => ['tags', 'one', tagId] as const,
}
