import { type Chat, chatOfLid, chatOfNumber } from '../messages/chat.ts'
import { type Key, keyIn, partition } from '../table/table.ts'
import type { Contact, ContactDetails, NameSource } from './contact.ts'
import { cardAt } from './contact-cards.ts'

/** A stored contact. */
export interface StoredContact
  extends Omit<
    ContactDetails,
    'blocked' | 'endedOptOuts' | 'notes' | 'mergedFrom' | 'createdAt' | 'updatedAt'
  > {
  /** The contact that stands for this one since they were merged. */
  mergedInto: string | null
  /** Contacts that a user took apart again. WhatsApp's word that they are one person does not merge them anew. */
  keptApartFrom: string[]
  /** The card with its line: see `contact-cards.ts`. */
  card: number
  /** Earlier numbers whose tickets may still name this contact: a change of its number was not completed. */
  leftNumbers?: string[]
  /** Raised by every change. */
  revision: number
  createdAt: string
  updatedAt: string
}

/**
 * What makes a number or a LID belong to one contact only. It repeats what an arriving message asks of the contact, so
 * that the common message reads this row alone.
 */
export interface ContactMark {
  /** The contact with this number or LID. */
  holder: string
  name: string
  nameFrom: NameSource
  botDisabled: boolean
  number: string | null
  lid: string | null
  mergedInto: string | null
  keptApartFrom: string[]
}

const CONTACTS = partition<StoredContact>('CONTACTS')

export const contactKey = (contactId: string): Key<StoredContact> => ({ pk: CONTACTS, sk: contactId })

/** @param chat a number, or `lid-…`, as conversations are named */
export const markKey = (chat: Chat): Key<ContactMark> => keyIn('CONTACT-OF', chat)

/** The names of a person's conversations, which are also the keys of their marks. */
export const chatsOfContact = ({ number, lid }: Pick<Contact, 'number' | 'lid'>): Chat[] => [
  ...(number ? [chatOfNumber(number)] : []),
  ...(lid ? [chatOfLid(lid)] : []),
]

export const markOf = ({
  id,
  name,
  nameFrom,
  botDisabled,
  number,
  lid,
  mergedInto,
  keptApartFrom,
}: StoredContact): ContactMark => ({
  holder: id,
  name,
  nameFrom,
  botDisabled,
  number,
  lid,
  mergedInto,
  keptApartFrom,
})

/** A contact as lists and live events show it. */
export const contactOf = ({
  id,
  name,
  nameFrom,
  number,
  lid,
  email,
  tagIds,
  botDisabled,
  createdAt,
  updatedAt,
}: StoredContact): Contact => ({
  id,
  name,
  nameFrom,
  number,
  lid,
  email,
  tagIds,
  botDisabled,
  createdAt,
  updatedAt,
})

interface Given extends Pick<StoredContact, 'id' | 'name' | 'nameFrom' | 'number' | 'lid'> {
  /** A reserved place: see `reservePlaces`. */
  place: number
}

/** A contact that is made now. @param at ISO 8601 @param more what else is known of it */
export const newContact = (
  { place, ...given }: Given,
  at: string,
  more: Partial<StoredContact> = {},
): StoredContact => ({
  email: '',
  var1: '',
  var2: '',
  var3: '',
  extraInfo: [],
  tagIds: [],
  botDisabled: false,
  mergedInto: null,
  keptApartFrom: [],
  revision: 0,
  createdAt: at,
  updatedAt: at,
  ...more,
  ...given,
  card: cardAt(place, given.id),
})
