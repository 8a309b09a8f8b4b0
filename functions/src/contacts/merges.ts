import type { DuplicatePair } from '@recado/shared/contacts/contact'
import { findDuplicates } from '@recado/shared/contacts/duplicates'
import { mergeContacts, undoMerge } from '@recado/shared/contacts/merges'
import { contactsOfIds, survivorOf } from '@recado/shared/contacts/store'
import { contactOf } from '@recado/shared/contacts/stored-contact'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { firstOf } from '@recado/shared/first-of'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { allChatsOf } from './contact-chats.ts'
import { noSuchContact } from './contacts.ts'
import { publishContact } from './publish-contact.ts'
import { pointTickets } from './ticket-contacts.ts'

/** Pairs in one answer. The next ones come once these are merged. */
const PAIRS_AT_ONCE = 50

export async function listDuplicates({ companyId }: Actor) {
  const table = tableOf(companyId)
  const pairs = await findDuplicates(table)
  const first = firstOf(pairs, PAIRS_AT_ONCE)
  const contacts = await contactsOfIds(table, [...new Set(first.flatMap(({ ids }) => ids))])
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  const records = first.flatMap(({ reason, ids: [oneId, otherId] }): DuplicatePair[] => {
    const [one, other] = [byId.get(oneId), byId.get(otherId)]
    return one && other ? [{ reason, contacts: [contactOf(one), contactOf(other)] }] : []
  })
  return { records, count: pairs.length }
}

/**
 * Lets a contact stand for another one too.
 * @throws DomainError ERR_NO_CONTACT_FOUND, ERR_SAME_CONTACT for one contact, also after an earlier merge
 */
export async function merge({ companyId, userId }: Actor, contactId: string, otherId: string) {
  const merged = await mergeContacts(tableOf(companyId), { contactId, otherId, userId, now: ports.now() })
  if (merged === 'missing') throw noSuchContact()
  if (merged === 'same')
    throw new DomainError('conflict', 'ERR_SAME_CONTACT', 'These are one contact already')
  await publishContact(companyId, 'delete', merged.other)
  await publishContact(companyId, 'update', merged.survivor)
  return { mergeId: merged.merge.mergeId }
}

/** @throws DomainError ERR_NO_MERGE_FOUND, also for one older than 90 days */
export async function undo({ companyId }: Actor, mergeId: string): Promise<undefined> {
  const table = tableOf(companyId)
  const undone = await undoMerge(table, mergeId, ports.now())
  if (!undone) throw notFound('ERR_NO_MERGE_FOUND')
  await publishContact(companyId, 'create', undone.other)
  const survivor = await survivorOf(table, undone.survivorId)
  if (survivor) await publishContact(companyId, 'update', survivor)
  const parted = survivor ? [undone.other, survivor] : [undone.other]
  const chats = await Promise.all(parted.map((contact) => allChatsOf(table, contact)))
  await pointTickets(companyId, chats.flat())
}
