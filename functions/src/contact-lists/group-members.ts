import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { itemId } from '@recado/shared/contact-lists/items'
import type { Validity } from '@recado/shared/contact-lists/routes'
import type { StoredList } from '@recado/shared/contact-lists/store'
import { groupOfList } from '@recado/shared/group-lists/group-lists'
import type { GroupContact } from '@recado/shared/groups/group-contact'
import { membersOf } from '@recado/shared/groups/members'
import type { PageQuery } from '@recado/shared/http/paging'
import { searchable, searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

/** The members of a GROUP list's group, as read-only contacts. A group has at most 1,024. */
export async function page(
  { companyId }: Actor,
  list: StoredList,
  { valid, ...query }: PageQuery & { valid?: Validity | undefined },
) {
  const table = tableOf(companyId)
  const group = await groupOfList(table, list)
  const text = searchTerm(query.searchParam ?? '')
  const found = (group ? await membersOf(table, group) : [])
    .map((member, place) => itemOf(member, place, list))
    .filter((item) => `${searchable(item.name)} ${item.number}`.includes(text))
    .filter((item) => valid === undefined || validityOf(item) === valid)
  const { rows, ...end } = await pageOf(
    [companyId, list.id, text, valid ?? ''],
    query,
    async (from, limit) => {
      const behind = Number(from ?? 0)
      const shown = found.slice(behind, behind + limit)
      return { rows: shown, ...(found.length > behind + limit && { after: String(behind + limit) }) }
    },
  )
  return { contacts: rows, count: found.length, ...end }
}

const itemOf = (
  { name, number, admin }: GroupContact,
  place: number,
  { id, companyId, updateAt }: StoredList,
): ContactListItem => ({
  id: itemId(id, place),
  name,
  number,
  email: '',
  var1: '',
  var2: '',
  var3: '',
  // A group member always has WhatsApp, but the number may be hidden.
  isWhatsappValid: number === '' ? null : true,
  contactListId: id,
  companyId,
  createdAt: updateAt,
  admin,
})

const validityOf = ({ isWhatsappValid }: ContactListItem): Validity =>
  isWhatsappValid === null ? 'unknown' : isWhatsappValid ? 'true' : 'false'
