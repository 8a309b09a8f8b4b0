/** Where this domain's data stands in the query cache. */
export const contactListKeys = {
  lists: ['contact-lists', 'list'] as const,
  choices: ['contact-lists', 'choices'] as const,
  one: (contactListId: string) => ['contact-lists', 'one', contactListId] as const,
  items: (contactListId: string) => ['contact-lists', 'items', contactListId] as const,
  import: (contactListId: string, importId: string) =>
    ['contact-lists', 'import', contactListId, importId] as const,
}
