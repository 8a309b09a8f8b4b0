import { newId } from '../ids.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { allRows, checkRow, deleteRow, type Key, keyIn, putRow, updateRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { deleteNotesOf } from './notes.ts'
import { asRead, changedContact, contactsOfIds, getContact, survivorOf, writeContacts } from './store.ts'
import { contactKey, type StoredContact } from './stored-contact.ts'

/** A merge of two contacts: one only points to the other, so that taking it back is exact. */
export interface StoredMerge {
  mergeId: string
  survivorId: string
  otherId: string
  /** ISO 8601. */
  at: string
  /** null if WhatsApp reported that they are one person. */
  userId: string | null
}

/** A merge can be undone for 90 days, in milliseconds. */
const UNDONE_WITHIN_MS = 90 * 24 * 3_600_000

/** The id of a merge begins with its survivor's, so that the merges of a contact are one query. */
const mergeKey = (mergeId: string): Key<StoredMerge> => keyIn('CONTACT-MERGES', mergeId)
const prefixOf = (survivorId: string): string => `${survivorId}-`

export const undoUntil = ({ at }: Pick<StoredMerge, 'at'>): number => Date.parse(at) + UNDONE_WITHIN_MS

/** A merge with both contacts as they were before. */
export interface Merged {
  merge: StoredMerge
  survivor: StoredContact
  other: StoredContact
}

/** 'same': the two are one contact already. 'missing': one of them was deleted. */
export type MergeOutcome = Merged | 'same' | 'missing'

/**
 * Merges a contact into another one. Each of the two is first replaced by the contact that stands for it, so that no
 * chain of merges leads back to its beginning.
 * @param now milliseconds since 1970
 */
export function mergeContacts(
  table: TenantTable,
  {
    contactId,
    otherId,
    userId,
    now,
  }: { contactId: string; otherId: string; userId: string | null; now: number },
): Promise<MergeOutcome> {
  const read = async () => ({
    survivor: await survivorOf(table, contactId),
    other: await survivorOf(table, otherId),
  })
  return retrying<Awaited<ReturnType<typeof read>>, MergeOutcome>(
    table,
    read,
    async ({ survivor, other }) => {
      if (!survivor || !other) return 'missing'
      if (survivor.id === other.id) return 'same'
      const merge: StoredMerge = {
        mergeId: `${prefixOf(survivor.id)}${newId(now)}`,
        survivorId: survivor.id,
        otherId: other.id,
        at: new Date(now).toISOString(),
        userId,
      }
      const outcome = await writeContacts(
        table,
        [{ before: other, after: { ...other, mergedInto: survivor.id } }],
        [
          // Changes the survivor: the same merge the other way round fails, and so does a deletion at this moment.
          updateRow(contactKey(survivor.id), { add: { revision: 1 } }, asRead(survivor)),
          putRow({ ...merge, ...mergeKey(merge.mergeId) }),
        ],
      )
      return outcome === 'written' ? { merge, survivor, other } : AGAIN
    },
  )
}

/**
 * Takes a merge back. The other contact has again what it had; only the two are never merged by themselves again.
 * @returns undefined if there is no such merge, or its time is over
 */
export function undoMerge(
  table: TenantTable,
  mergeId: string,
  now: number,
): Promise<{ survivorId: string; other: StoredContact } | undefined> {
  const read = async () => {
    const merge = await table.get(mergeKey(mergeId))
    return { merge, other: merge && (await getContact(table, merge.otherId)) }
  }
  return retrying<Awaited<ReturnType<typeof read>>, { survivorId: string; other: StoredContact } | undefined>(
    table,
    read,
    async ({ merge, other }) => {
      if (!merge || !other || now >= undoUntil(merge)) return undefined
      const { survivorId } = merge
      const keptApartFrom = [...new Set([...other.keptApartFrom, survivorId])]
      const after = { ...other, mergedInto: null, keptApartFrom }
      const gone = deleteRow(mergeKey(mergeId), { pk: { exists: true } })
      const outcome = await writeContacts(table, [{ before: other, after }], [gone])
      return outcome === 'written' ? { survivorId, other: after } : AGAIN
    },
  )
}

/** The merges into one contact, newest first. */
export async function mergesInto(table: TenantTable, survivorId: string): Promise<StoredMerge[]> {
  const merges: StoredMerge[] = []
  const query = { pk: mergeKey('').pk, prefix: prefixOf(survivorId), descending: true, consistent: true }
  for await (const { pk: _, sk: __, ...merge } of allRows(table, query)) merges.push(merge)
  return merges
}

/** A contact with all contacts that were merged into it, at first or second hand. */
export async function wholeContact(table: TenantTable, survivor: StoredContact): Promise<StoredContact[]> {
  const ids = (await mergesInto(table, survivor.id)).map(({ otherId }) => otherId)
  const parts: StoredContact[] = []
  for (const other of await contactsOfIds(table, ids)) parts.push(...(await wholeContact(table, other)))
  return [survivor, ...parts]
}

/**
 * Deletes a contact with all that was merged into it, and their notes. A repeated call deletes the rest. A merge that
 * is undone meanwhile leaves its separated contact.
 * @returns the number of deleted contacts
 */
export async function deleteContact(table: TenantTable, contactId: string): Promise<number> {
  const deleted = new Set<string>()
  const read = () => getContact(table, contactId)
  // A merge into the contact changes it, so that none is overlooked.
  await retrying<StoredContact | undefined, undefined>(table, read, async (contact) => {
    if (!contact) return undefined
    // The notes go first: only the contact leads to them, and a call that dies here can be repeated.
    await deleteNotesOf(table, contactId)
    return (await deleteWhole(table, contact, [], deleted)) ? undefined : AGAIN
  })
  return deleted.size
}

/**
 * @param above the contacts that this one was merged into, the next one first
 * @param deleted gets the ids of the deleted contacts
 * @returns false if the contact, or one above it, changed since it was read
 */
async function deleteWhole(
  table: TenantTable,
  contact: StoredContact,
  above: readonly StoredContact[],
  deleted: Set<string>,
): Promise<boolean> {
  // The merged contacts go first: they are found by the survivor.
  for (const { mergeId, otherId } of await mergesInto(table, contact.id)) {
    const part = await getContact(table, otherId)
    // A part that points elsewhere was separated since the merges were read.
    const isTheirs = part?.mergedInto === contact.id
    if (part && isTheirs && !(await deleteWhole(table, part, [contact, ...above], deleted))) return false
    // A call may have died between a part and its notes.
    if (!part) await deleteNotesOf(table, otherId)
    await table.delete(mergeKey(mergeId))
  }
  // An undone merge changes a contact above, and separates this one with it.
  const unchanged = above.map((one) => checkRow(contactKey(one.id), asRead(one)))
  if ((await writeContacts(table, [{ before: contact }], unchanged)) !== 'written') return false
  deleted.add(contact.id)
  // A colleague may have left a note meanwhile. None can follow now.
  await deleteNotesOf(table, contact.id)
  return true
}

type Changed = { before: StoredContact; after: StoredContact } | 'taken' | undefined

/**
 * Changes a contact as it is now.
 * @param whose which contact, if this one was merged: the survivor or the merged one
 * @returns undefined if it was deleted; 'taken' if its number or LID is another contact's
 */
export const changeContact = (
  table: TenantTable,
  contactId: string,
  change: (contact: StoredContact) => Partial<StoredContact>,
  at: string,
  whose: 'survivor' | 'itself' = 'survivor',
): Promise<Changed> =>
  retrying<StoredContact | undefined, Changed>(
    table,
    () => (whose === 'itself' ? getContact(table, contactId) : survivorOf(table, contactId)),
    async (before) => {
      if (!before) return undefined
      const after = changedContact(before, change(before), at)
      const outcome = await writeContacts(table, [{ before, after }])
      if (outcome === 'written') return { before, after }
      return outcome === 'taken' ? 'taken' : AGAIN
    },
  )
