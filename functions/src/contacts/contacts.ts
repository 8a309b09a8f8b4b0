import type { ContactChange, ContactDetails, ContactInput } from '@recado/shared/contacts/contact'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { findContacts } from '@recado/shared/contacts/find-contacts'
import { changeContact, deleteContact } from '@recado/shared/contacts/merges'
import { survivorOf, writeContacts } from '@recado/shared/contacts/store'
import { contactOf, newContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { importsOf, isUnderWay } from '@recado/shared/imports/store'
import type { Language } from '@recado/shared/language'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import { searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'
import { pageOf } from '../http/pages.ts'
import { requireTags } from '../tags/require-tags.ts'
import { detailsOf } from './details.ts'
import { renameTickets, requireNoLiveTicket } from './former-tickets.ts'
import { publishContact } from './publish-contact.ts'
import { pointTickets } from './ticket-contacts.ts'
import { numberOfContact } from './typed-number.ts'

export const noSuchContact = () => notFound('ERR_NO_CONTACT_FOUND')

export async function page({ companyId }: Actor, query: PageQuery) {
  const table = tableOf(companyId)
  const text = searchTerm(query.searchParam ?? '')
  let count = 0
  const { rows, ...end } = await pageOf([companyId, 'contacts', text], query, async (after, limit) => {
    const found = await findContacts(table, { text, after, limit })
    count = found.count
    return found
  })
  const running = (await importsOf(table, null, 'contacts')).findLast(isUnderWay)
  return { records: rows.map(contactOf), count, importId: running?.importId ?? null, ...end }
}

/** The contact, or the one that it was merged into. @throws DomainError ERR_NO_CONTACT_FOUND */
export async function get({ companyId }: Actor, contactId: string): Promise<ContactDetails> {
  return detailsOf(tableOf(companyId), await foundContact(companyId, contactId))
}

/** @throws DomainError ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_NO_TAG_FOUND */
export async function create(actor: Actor, input: ContactInput): Promise<ContactDetails> {
  const { companyId } = actor
  const table = tableOf(companyId)
  const number = await numberOfContact(input.number)
  await requireTags(actor.companyId, input.tagIds)
  const { name, number: _, ...fields } = input
  const at = new Date(ports.now()).toISOString()
  const place = await reservePlaces(table, 1)
  const contact = newContact(
    { id: newId(), name, nameFrom: 'user', number, lid: null, place },
    at,
    withoutGaps(fields),
  )
  await retrying(
    table,
    () => Promise.resolve(),
    async () => {
      const outcome = await writeContacts(table, [{ after: contact }])
      if (outcome === 'taken') throw duplicated()
      return outcome === 'written' ? undefined : AGAIN
    },
  )
  await publishContact(companyId, 'create', contact)
  return detailsOf(table, contact)
}

/** @throws DomainError ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_NO_TAG_FOUND */
export async function update(
  actor: Actor,
  contactId: string,
  { name, number: typed, ...fields }: ContactChange,
): Promise<ContactDetails> {
  const { companyId } = actor
  const table = tableOf(companyId)
  const read = await foundContact(companyId, contactId)
  const number = await sentNumber(read, typed)
  await requireTags(companyId, fields.tagIds, read.tagIds)
  const changed = await changeContact(
    table,
    contactId,
    (contact) => ({
      ...(number !== undefined && withNumber(contact, number)),
      ...withoutGaps(fields),
      // A name that stays as it was may still change by itself.
      ...(name !== contact.name && { name, nameFrom: 'user' as const }),
    }),
    new Date(ports.now()).toISOString(),
  )
  if (!changed) throw noSuchContact()
  if (changed === 'taken') throw duplicated()
  await publishContact(companyId, 'update', changed.after)
  if (typed !== undefined) await pointTicketsOfNumbers(companyId, changed.after)
  // Also an unchanged name: an earlier call may have died before this.
  await renameTickets(companyId, changed.after)
  return detailsOf(table, changed.after)
}

/** @throws DomainError ERR_NO_CONTACT_FOUND, ERR_OTHER_OPEN_TICKET while a ticket of the contact is live */
export async function remove(actor: Actor, contactId: string): Promise<undefined> {
  const { companyId } = actor
  const contact = await foundContact(companyId, contactId)
  await requireNoLiveTicket(actor, contact)
  if ((await deleteContact(tableOf(companyId), contact.id)) === 0) throw noSuchContact()
  await publishContact(companyId, 'delete', contact)
}

/** All contacts as a spreadsheet. */
export async function exportAll(actor: Actor, language: Language) {
  const { count } = await findContacts(tableOf(actor.companyId), { text: '', limit: 1 })
  return fileOrExport(actor, { kind: 'contacts', language }, count)
}

/** @throws DomainError ERR_NO_CONTACT_FOUND */
export async function foundContact(companyId: string, contactId: string): Promise<StoredContact> {
  const contact = await survivorOf(tableOf(companyId), contactId)
  if (!contact) throw noSuchContact()
  return contact
}

/**
 * The number of a contact after a change, and the numbers that it left, until their tickets are pointed.
 * @throws DomainError ERR_WAPP_INVALID_CONTACT if the contact would have neither a number nor a LID
 */
function withNumber(
  { number: before, lid, leftNumbers = [] }: StoredContact,
  number: string | null,
): Pick<StoredContact, 'number' | 'leftNumbers'> {
  if (number === null && !lid) {
    const details = [{ path: 'number', code: 'required' }]
    throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'A contact needs a number', { details })
  }
  return { number, ...(before && before !== number && { leftNumbers: [...leftNumbers, before] }) }
}

/**
 * Points the tickets of a contact's number and of the numbers that it left. The contact stores these until then, so that
 * a repeated call completes an interrupted one.
 */
async function pointTicketsOfNumbers(
  companyId: string,
  { id, number, leftNumbers = [], updatedAt }: StoredContact,
): Promise<void> {
  const numbers = [...leftNumbers, ...(number ? [number] : [])]
  await pointTickets(
    companyId,
    numbers.flatMap((one) => spellingsOf(chatOfNumber(one))),
  )
  if (leftNumbers.length === 0) return
  const remaining = (now: StoredContact) => now.leftNumbers?.filter((one) => !leftNumbers.includes(one))
  await changeContact(
    tableOf(companyId),
    id,
    (now) => ({ leftNumbers: remaining(now) ?? [] }),
    updatedAt,
    'itself',
  )
}

/**
 * The number that was sent, canonical; undefined if it was omitted. A number that is sent back as it is shown is not read
 * anew: WhatsApp may have given it.
 */
async function sentNumber(
  shown: StoredContact,
  typed: string | null | undefined,
): Promise<string | null | undefined> {
  return typed && typed !== shown.number ? numberOfContact(typed) : typed
}

type Fields = Omit<ContactChange, 'name' | 'number'>
type Given = { [F in keyof Fields]?: NonNullable<Fields[F]> }

/** The fields that were sent. */
const withoutGaps = ({ email, var1, var2, var3, extraInfo, tagIds, botDisabled }: Fields): Given => ({
  ...(email !== undefined && { email }),
  ...(var1 !== undefined && { var1 }),
  ...(var2 !== undefined && { var2 }),
  ...(var3 !== undefined && { var3 }),
  ...(extraInfo !== undefined && { extraInfo }),
  ...(tagIds !== undefined && { tagIds }),
  ...(botDisabled !== undefined && { botDisabled }),
})

const duplicated = () =>
  new DomainError('conflict', 'ERR_DUPLICATED_CONTACT', 'A contact with this number already exists.')
