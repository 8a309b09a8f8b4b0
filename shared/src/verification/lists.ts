import { type Difference, differ } from '../campaigns/ledger/recount.ts'
import { itemsOf } from '../contact-lists/items.ts'
import { getList, listKey, type StoredList } from '../contact-lists/store.ts'
import { groupOfList } from '../group-lists/group-lists.ts'
import { unknownNumbersOf } from '../groups/store.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Result of verifying a list's counts. */
export interface ListFindings {
  listId: string
  /** An import or a check is changing it: differences may be temporary. */
  isBusy: boolean
  differences: Difference[]
}

type Counts = Pick<StoredList, 'contactsCount' | 'valids' | 'invalids'>

/** The most reads of a list whose counts change meanwhile. */
const READ_AT_MOST = 3

/** Compares a list's counts with its contacts, or those of a GROUP list with the group's members. */
export async function verifyList(table: TenantTable, listId: string): Promise<ListFindings | undefined> {
  for (let look = 1; ; look++) {
    const list = await getList(table, listId)
    if (!list) return undefined
    const counted = list.group ? await membersCounted(table, list) : await contactsCounted(table, listId)
    const after = await getList(table, listId)
    // A contact added during the read would look like a difference.
    if (JSON.stringify(after) !== JSON.stringify(list) && look < READ_AT_MOST) continue
    return {
      listId,
      isBusy: list.importId !== undefined || list.checkId !== undefined,
      differences: [
        differ('contactsCount', list.contactsCount, counted.contactsCount),
        differ('valids', list.valids, counted.valids),
        differ('invalids', list.invalids, counted.invalids),
      ].flat(),
    }
  }
}

/** Corrects a list's counts. @returns false if the list has changed since, or is busy */
export const repairList = (table: TenantTable, { listId, differences }: ListFindings): Promise<boolean> =>
  committed(
    table.update(
      listKey(listId),
      { set: Object.fromEntries(differences.map(({ count, counted }) => [count, counted])) },
      {
        ...Object.fromEntries(differences.map(({ count, stored }) => [count, stored])),
        pk: { exists: true },
        importId: { exists: false },
        checkId: { exists: false },
      },
    ),
  )

async function contactsCounted(table: TenantTable, listId: string): Promise<Counts> {
  const counts = { contactsCount: 0, valids: 0, invalids: 0 }
  for await (const { isWhatsappValid } of itemsOf(table, listId, { consistent: true })) {
    counts.contactsCount++
    if (isWhatsappValid === true) counts.valids++
    if (isWhatsappValid === false) counts.invalids++
  }
  return counts
}

/** Counts a group's members; none if the account has left the group. */
async function membersCounted(table: TenantTable, list: StoredList): Promise<Counts> {
  const group = await groupOfList(table, list)
  if (!group) return { contactsCount: 0, valids: 0, invalids: 0 }
  const contactsCount = group.members.length
  return { contactsCount, valids: contactsCount - unknownNumbersOf(group), invalids: 0 }
}
