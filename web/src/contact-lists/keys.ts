import type { ContactListType } from '@recado/shared/contact-lists/contact-list'

/** Keys of this domain in the query cache. */
export const contactListKeys = {
  all: ['contact-lists'] as const,
  lists: ['contact-lists', 'list'] as const,
  listsOf: (type: ContactListType, searchParam: string) =>
    ['contact-lists', 'list', type, searchParam] as const,
  choices: ['contact-lists', 'choices'] as const,
  one: (contactListId: string) => ['contact-lists', 'one', contactListId] as const,
  /** A contact of any list. */
  item: (contactListItemId: string) => ['contact-lists', 'item', contactListItemId] as const,
  items: (contactListId: string) => ['contact-lists', 'items', contactListId] as const,
}
