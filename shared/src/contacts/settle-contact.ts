import { newId } from '../ids.ts'
import { contactsNamed, placesOf, shownName } from '../known-contacts/known-contacts.ts'
import { type Chat, isGroup, lidOfChat } from '../messages/chat.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import type { TenantTable } from '../table/tenant.ts'
import { reservePlaces } from './contact-cards.ts'
import { betterName, nameFromOutside, type SourcedName } from './contact-names.ts'
import type { ContactNews } from './live.ts'
import { changeContact, mergeContacts } from './merges.ts'
import { contactMarks, survivorOf, writeContacts } from './store.ts'
import { type ContactMark, newContact, type StoredContact } from './stored-contact.ts'

/** The person of a conversation, as a message shows them. */
export interface ArrivingPerson {
  connectionId: string
  /** The settled conversation: the person's number, or `lid-…`. */
  chat: Chat
  /** The LID, if WhatsApp named it beside the number. */
  lid?: string | undefined
  /** The person's own name for themselves; never the name of the company's account. */
  pushName?: string | undefined
}

/** The contact of a message: of merged contacts the one that stands for them. */
export interface SettledContact extends Pick<StoredContact, 'id' | 'name' | 'nameFrom' | 'botDisabled'> {
  /** What this call changed, in order, for `contactEvent`. Empty for nearly every message. */
  news: ContactNews[]
}

interface Identity {
  number: string | undefined
  lid: string | undefined
}

type Marks = Awaited<ReturnType<typeof contactMarks>>

/**
 * Finds the contact of a personal message, and makes it at the first one (part 4 §3). It learns a number or a LID that
 * becomes known later. Two contacts that turn out to be one person are merged as by hand, undoable, unless a user took
 * them apart before. The person's own name replaces an older one of WhatsApp, never a user's or the address book's.
 *
 * Idempotent: a redelivered message changes nothing. A message of a known contact costs one read request of one or two
 * rows; one more for a merged contact. A new contact costs two reads and two writes.
 * @param now milliseconds since 1970
 * @throws Error for a group; DomainError ERR_BUSY after 20 attempts
 */
export async function settleContact(
  table: TenantTable,
  person: ArrivingPerson,
  now: number,
): Promise<SettledContact> {
  if (isGroup(person.chat)) throw new Error('A group is no contact')
  const settled = await settle(table, person, now, true)
  if (!settled) throw new Error('The contact of a message is made')
  return settled
}

/**
 * Gives a number that became known to the contact of a LID, as {@link settleContact} does, but makes no contact for a
 * person without one, who has not written.
 * @param now milliseconds since 1970
 * @returns what changed, for browsers
 */
export async function learnIdentity(
  table: TenantTable,
  person: ArrivingPerson,
  now: number,
): Promise<ContactNews[]> {
  const settled = await settle(table, person, now, false)
  return settled?.news ?? []
}

/** @param isMade whether a person without a contact gets one; else the result is undefined */
async function settle(
  table: TenantTable,
  person: ArrivingPerson,
  now: number,
  isMade: boolean,
): Promise<SettledContact | undefined> {
  const identity = identityOf(person)
  const news: ContactNews[] = []
  const settled = await retrying<Marks, Omit<SettledContact, 'news'> | undefined>(
    table,
    () => contactMarks(table, identity),
    async (marks) => {
      if (!isMade && !marks.byNumber && !marks.byLid) return undefined
      const pending = await nextStep(table, { person, identity, marks, now })
      if (pending === 'again') return AGAIN
      if ('news' in pending) {
        news.push(...pending.news)
        return AGAIN
      }
      return pending
    },
  )
  return settled && { ...settled, news }
}

function identityOf({ chat, lid }: ArrivingPerson): Identity {
  const ownLid = lidOfChat(chat)
  return ownLid === undefined ? { number: chat, lid } : { number: undefined, lid: ownLid }
}

interface Step {
  person: ArrivingPerson
  identity: Identity
  marks: Marks
  now: number
}

type Taken = Omit<SettledContact, 'news'> | { news: ContactNews[] } | 'again'

/** One step towards the settled contact: a write, after which the marks are read again, or the contact itself. */
async function nextStep(table: TenantTable, step: Step): Promise<Taken> {
  const { identity, marks } = step
  const { byNumber, byLid } = marks
  const found = byNumber ?? byLid
  if (!found) return createContact(table, step, identity)
  if (identity.lid && !byLid) return learn(table, step, found.holder, { lid: identity.lid })
  if (identity.number && !byNumber) {
    // A person with another number than before: a contact of its own, which the next step merges.
    if (found.number) return createContact(table, step, { number: identity.number, lid: undefined })
    return learn(table, step, found.holder, { number: identity.number })
  }
  if (byNumber && byLid && byNumber.holder !== byLid.holder && !areKeptApart(byNumber, byLid)) {
    const merged = await mergeByWhatsApp(table, step, byNumber, byLid)
    if (merged) return merged
  }
  return settledName(table, step, found)
}

async function createContact(
  table: TenantTable,
  { person, now }: Step,
  { number = null, lid = null }: { number?: string | null | undefined; lid?: string | null | undefined },
): Promise<Taken> {
  const named = await nameAtFirst(table, person, { number, lid })
  const place = await reservePlaces(table, 1)
  const contact = newContact({ id: newId(now), ...named, number, lid, place }, new Date(now).toISOString())
  const outcome = await writeContacts(table, [{ after: contact }])
  return outcome === 'written' ? { news: [{ action: 'create', contact }] } : 'again'
}

/** The address book's name for a new contact, else the person's own. */
async function nameAtFirst(
  table: TenantTable,
  { connectionId, pushName }: ArrivingPerson,
  who: { number: string | null; lid: string | null },
): Promise<SourcedName> {
  const known = await contactsNamed(table, connectionId, [who])
  const [row] = placesOf(who).flatMap((place) => known.get(place) ?? [])
  const inPhone = nameFromOutside(row?.name)
  if (inPhone) return { name: inPhone, nameFrom: 'phone' }
  return { name: nameFromOutside(pushName) || nameFromOutside(row && shownName(row)), nameFrom: 'whatsapp' }
}

async function learn(
  table: TenantTable,
  { now }: Step,
  holder: string,
  learned: { number: string } | { lid: string },
): Promise<Taken> {
  const changed = await changeContact(table, holder, () => learned, new Date(now).toISOString(), 'itself')
  if (!changed || changed === 'taken') return 'again'
  return { news: changed.after.mergedInto ? [] : [{ action: 'update', contact: changed.after }] }
}

const areKeptApart = (one: ContactMark, other: ContactMark): boolean =>
  one.keptApartFrom.includes(other.holder) || other.keptApartFrom.includes(one.holder)

/** Merges the contact of a LID and that of its number. @returns undefined if they are one already */
async function mergeByWhatsApp(
  table: TenantTable,
  { now }: Step,
  byNumber: ContactMark,
  byLid: ContactMark,
): Promise<Taken | undefined> {
  if (byNumber.mergedInto === byLid.holder || byLid.mergedInto === byNumber.holder) return undefined
  // The contact with the number stays, unless only the other one has a name by a user.
  const lidStays = byLid.nameFrom === 'user' && byNumber.nameFrom !== 'user'
  const [contactId, otherId] = lidStays ? [byLid.holder, byNumber.holder] : [byNumber.holder, byLid.holder]
  const merged = await mergeContacts(table, { contactId, otherId, userId: null, now })
  if (merged === 'same') return undefined
  if (merged === 'missing') return 'again'
  return {
    news: [
      { action: 'delete', contact: merged.other },
      { action: 'update', contact: merged.survivor },
    ],
  }
}

async function settledName(
  table: TenantTable,
  { person, now }: Step,
  { holder, mergedInto, ...mark }: ContactMark,
): Promise<Taken> {
  const survivor = mergedInto ? await survivorOf(table, mergedInto) : { id: holder, ...mark }
  if (!survivor) return 'again'
  const { id, name, nameFrom, botDisabled } = survivor
  const found: SourcedName = { name: nameFromOutside(person.pushName), nameFrom: 'whatsapp' }
  const better = betterName({ name, nameFrom }, found)
  if (better.name === name) return { id, name, nameFrom, botDisabled }
  const changed = await changeContact(
    table,
    id,
    (contact) => betterName(contact, found),
    new Date(now).toISOString(),
  )
  if (!changed || changed === 'taken') return 'again'
  return { news: [{ action: 'update', contact: changed.after }] }
}
