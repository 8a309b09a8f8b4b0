import { pageNewestFirst } from '../table/pages.ts'
import {
  allRows,
  committed,
  deleteRow,
  type Key,
  partition,
  putRow,
  updateRow,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Consent, EXTRACTED } from './consent.ts'
import { type ContactList, type ContactListType, contactList, type ValidityCheck } from './contact-list.ts'

/** Fields that are stored in another form than they are shown. */
type Shown = 'unknowns' | 'importId' | 'consent' | 'checking' | 'group'

/** A stored list. */
export type StoredList = Omit<ContactList, Shown> & {
  companyId: string
  searchName: string
  /** The place of the next contact. Unused reserved places stay empty. */
  nextPlace: number
  /** The import that fills it, and its last sign of life, in milliseconds since 1970. */
  importId?: string
  importAliveAt?: number
  consent?: Consent
  /** A running check of its numbers. */
  checkId?: string
  checking?: ValidityCheck
  /** Where the check's first job came from. Missing while the check has had no job. */
  checkBegunBy?: CheckBegunBy
  /** The group of a GROUP list. */
  group?: ListedGroup
}

/** A check's first job comes from the call that began the check; from its watch, if the call died or its job waits for long. */
export type CheckBegunBy = 'call' | 'watch'

/** The group of a GROUP list. The group's own row holds the members. */
export interface ListedGroup {
  connectionId: string
  /** The connection's name when the group was last read. */
  connectionName: string
  groupId: string
  /** The group's subject. */
  name: string
  /** Members whose number is unknown. */
  unknownNumbers: number
}

const PARTITION = partition<StoredList>('LISTS')

export const listKey = (listId: string): Key<StoredList> => ({ pk: PARTITION, sk: listId })

export const getList = (table: TenantTable, listId: string) => table.get(listKey(listId))

export const putList = (table: TenantTable, list: StoredList) => table.transact([listWrite(list)])

/** The same as a write for a transaction. */
export const listWrite = (list: StoredList): Write =>
  putRow({ ...list, ...listKey(list.id) }, { pk: { exists: false } })

type ListChange = Partial<Pick<StoredList, 'name' | 'consent' | 'updateAt' | 'checking'>>

/** @returns false if the list does not exist */
export const changeList = (table: TenantTable, listId: string, change: ListChange): Promise<boolean> =>
  committed(
    table.update(
      listKey(listId),
      { set: { ...change, ...(change.name !== undefined && { searchName: change.name.toLowerCase() }) } },
      { pk: { exists: true } },
    ),
  )

/** @returns false while an import fills it */
export const deleteList = (table: TenantTable, listId: string, also: readonly Write[] = []) =>
  committed(table.transact([deleteRow(listKey(listId), { importId: { exists: false } }), ...also]))

/** @returns false if a check is running, or the list does not exist */
export const beginCheck = (
  table: TenantTable,
  listId: string,
  checkId: string,
  checking: ValidityCheck,
): Promise<boolean> =>
  committed(
    table.transact([
      updateRow(
        listKey(listId),
        { set: { checkId, checking: { ...checking }, updateAt: checking.startedAt } },
        { pk: { exists: true }, checkId: { exists: false } },
      ),
    ]),
  )

/** Records where a check's first job came from. @returns false if it has had one from elsewhere, or has ended */
export const claimCheck = (
  table: TenantTable,
  listId: string,
  checkId: string,
  checkBegunBy: CheckBegunBy,
): Promise<boolean> =>
  committed(
    table.update(listKey(listId), { set: { checkBegunBy } }, [
      { checkId, checkBegunBy: { exists: false } },
      // Its own: the request may be repeated, because its answer was lost.
      { checkId, checkBegunBy },
    ]),
  )

/** @param now ISO 8601 @returns false if that check has ended */
export const endCheck = (
  table: TenantTable,
  listId: string,
  checkId: string,
  now: string,
): Promise<boolean> =>
  committed(
    table.transact([updateRow(listKey(listId), { set: { updateAt: now }, remove: ENDED }, { checkId })]),
  )

const ENDED = ['checkId', 'checking', 'checkBegunBy'] as const

/** Newest first. */
export const pageOfLists = (
  table: TenantTable,
  {
    type,
    search,
    before,
    limit,
  }: { type: ContactListType; search: string; before?: string | undefined; limit: number },
) =>
  pageNewestFirst(table, {
    pk: PARTITION,
    filter: { type, ...(search && { searchName: { contains: search } }) },
    before,
    limit,
  })

export async function allLists(table: TenantTable, type: ContactListType): Promise<StoredList[]> {
  const lists: StoredList[] = []
  for await (const list of allRows(table, { pk: PARTITION, filter: { type } })) lists.push(list)
  return lists
}

/** A list as the API shows it; other attributes of the row stay internal. */
export const listOf = ({ importId, consent, checking, group, ...list }: StoredList): ContactList =>
  contactList.parse({
    ...list,
    unknowns: list.contactsCount - list.valids - list.invalids,
    importId: importId ?? null,
    consent: group ? EXTRACTED : (consent ?? null),
    checking: checking ?? null,
    group: group ? listedGroupOf(group) : null,
  })

const listedGroupOf = ({ connectionId, connectionName, groupId, name, unknownNumbers }: ListedGroup) => ({
  id: `${connectionId}-${groupId}`,
  name,
  unknownNumbers,
  whatsappId: connectionId,
  whatsappName: connectionName,
})
