/** Keys of this domain in the query cache. */
export const contactKeys = {
  all: ['contacts'] as const,
  lists: ['contacts', 'list'] as const,
  /** Each contact under its own id and under the ids of those that were merged into it. */
  each: ['contacts', 'one'] as const,
  one: (contactId: string) => ['contacts', 'one', contactId] as const,
  ticketsOf: (contactId: string) => ['contacts', 'one', contactId, 'tickets'] as const,
  newNote: (contactId: string) => ['contacts', 'one', contactId, 'new-note'] as const,
  duplicates: ['contacts', 'duplicates'] as const,
}
