import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { Validity } from '@recado/shared/contact-lists/routes'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'
import type { ResponseTo } from './api-routes.ts'

/** Checks that a list's counts match its rows in every way the API returns them. */
export async function expectCountsOf(client: ApiClient, contactListId: string): Promise<void> {
  const count = async (valid?: Validity) =>
    (await client.call('listContactListItems', { contactListId, valid })).count
  const contacts: ContactListItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: ResponseTo<'listContactListItems'> = await client.call('listContactListItems', {
      contactListId,
      cursor,
    })
    contacts.push(...next.contacts)
    cursor = next.nextCursor
  }
  const of = (isWhatsappValid: boolean | null) =>
    contacts.filter((contact) => contact.isWhatsappValid === isWhatsappValid).length
  const counted = {
    contactsCount: contacts.length,
    valids: of(true),
    invalids: of(false),
    unknowns: of(null),
  }
  expect(await client.list(contactListId)).toMatchObject(counted)
  expect([await count(), await count('true'), await count('false'), await count('unknown')]).toEqual(
    Object.values(counted),
  )
}
