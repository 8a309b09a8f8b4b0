import { endedOptOutsOf } from '@recado/shared/contact-blocks/ended-opt-outs'
import { blocksOf } from '@recado/shared/contact-blocks/store'
import type { ContactDetails, MergedContact } from '@recado/shared/contacts/contact'
import { mergesInto, undoUntil, wholeContact } from '@recado/shared/contacts/merges'
import { notesOf } from '@recado/shared/contacts/notes'
import { contactOf, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import type { TenantTable } from '@recado/shared/table/tenant'

/** A contact with the notes about it and about all that was merged into it. */
export async function detailsOf(table: TenantTable, contact: StoredContact): Promise<ContactDetails> {
  const parts = await wholeContact(table, contact)
  const notes = await notesOf(
    table,
    parts.map(({ id }) => id),
  )
  const { var1, var2, var3, extraInfo } = contact
  const identities = identitiesOf(parts)
  const [merged, blocked] = [await mergedFrom(table, contact, parts), await blockedOf(table, identities)]
  const endedOptOuts = await endedOptOutsOf(table, identities)
  const fields = { ...contactOf(contact), var1, var2, var3, extraInfo }
  return { ...fields, blocked, endedOptOuts, notes, mergedFrom: merged }
}

interface Identity {
  /** In one of its spellings; '' if unknown. */
  number: string
  lid: string | undefined
}

const identitiesOf = (parts: readonly StoredContact[]): Identity[] =>
  parts.flatMap(({ number, lid }) =>
    spellingsOf(number ?? '').map((spelling) => ({ number: spelling, lid: lid ?? undefined })),
  )

/** Every company sees that a person is blocked; only one with campaigns has the list of all blocked people. */
async function blockedOf(
  table: TenantTable,
  identities: readonly Identity[],
): Promise<ContactDetails['blocked']> {
  for (const identity of identities) {
    const [block] = await blocksOf(table, identity)
    if (block) return { origin: block.origin, since: block.evidence?.at ?? block.createdAt }
  }
  return null
}

async function mergedFrom(
  table: TenantTable,
  { id }: StoredContact,
  parts: readonly StoredContact[],
): Promise<MergedContact[]> {
  const merges = await mergesInto(table, id)
  return merges.flatMap((merge) => {
    const other = parts.find((part) => part.id === merge.otherId)
    if (!other) return []
    const { mergeId, at, userId } = merge
    return [
      { mergeId, at, userId, contact: contactOf(other), undoUntil: new Date(undoUntil(merge)).toISOString() },
    ]
  })
}
