import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** Looks whether a list's counts are what its rows are, however they are asked for. */
export async function expectCountsOf(client: ApiClient, listId: string): Promise<void> {
  const count = async (valid?: string) =>
    (await client.done<{ count: number }>('GET', path(listId, valid ? `&valid=${valid}` : ''))).count
  const contacts: ContactListItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: { contacts: ContactListItem[]; nextCursor: string | null } = await client.done(
      'GET',
      path(listId, `&cursor=${encodeURIComponent(cursor)}`),
    )
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
  expect(await client.list(listId)).toMatchObject(counted)
  expect([await count(), await count('true'), await count('false'), await count('unknown')]).toEqual(
    Object.values(counted),
  )
}

const path = (listId: string, query: string) => `/contact-list-items?contactListId=${listId}${query}`
