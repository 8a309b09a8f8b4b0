import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { LinkProps } from '@tanstack/react-router'

/** The link to a list's contacts. */
export const contactsLink = ({
  id,
  type,
}: Pick<ContactList, 'id' | 'type'>): Pick<LinkProps, 'to' | 'params'> => ({
  to: type === 'GROUP' ? '/group-lists/$contactListId/contacts' : '/contact-lists/$contactListId/contacts',
  params: { contactListId: id },
})
