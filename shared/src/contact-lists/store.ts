import { pageNewestFirst } from '../table/newest-first.ts'
import { allRows, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Consent, EXTRACTED } from './consent.ts'
import { type ContactList, type ContactListType, contactList, type ValidityCheck } from './contact-list.ts'

/** What is stored in another way than it is shown. */
type Shown = 'unknowns' | 'importId' | 'consent' | 'checking' | 'group'

/** What is stored of a list. */
export type StoredList = Omit<ContactList, Shown> & {
  companyId: string
  searchName: string
  /** The place of the next contact. Places that nobody took stay empty. */
  nextPlace: number
  /** The import that is filling it, and when that was last heard of, in milliseconds since 1970. */
  importId?: string
  importAliveAt?: number
  consent?: Consent
  /** A check of its numbers that goes on. */
  checkId?: string
  checking?: ValidityCheck
  /** What a GROUP list is a list of. */
  group?: ListedGroup
}

/** The group of a GROUP list, whose members stand in the group's own row. */
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

const PARTITION = 'LISTS'

export const listKey = (listId: string): Key => ({ pk: PARTITION, sk: listId })

export const getList = (table: TenantTable, listId: string) => table.get<StoredList>(listKey(listId))

export const putList = (table: TenantTable, list: StoredList) => table.transact([listWrite(list)])

/** The same as a write, to be made together with others. */
export const listWrite = (list: StoredList): Write => ({
  put: { ...list, ...listKey(list.id) },
  when: { pk: { exists: false } },
})

type ListChange = Partial<Pick<StoredList, 'name' | 'consent' | 'updateAt' | 'checking'>>

/** @returns false where there is no such list */
export const changeList = (table: TenantTable, listId: string, change: ListChange): Promise<boolean> =>
  committed(
    table.update(
      listKey(listId),
      { set: { ...change, ...(change.name !== undefined && { searchName: change.name.toLowerCase() }) } },
      { pk: { exists: true } },
    ),
  )

/** @returns false while an import fills it */
export const deleteList = (table: TenantTable, listId: string) =>
  committed(table.delete(listKey(listId), { importId: { exists: false } }))

/** @returns false where one goes on already, or there is no such list */
export const beginCheck = (
  table: TenantTable,
  listId: string,
  checkId: string,
  checking: ValidityCheck,
): Promise<boolean> =>
  committed(
    table.update(
      listKey(listId),
      { set: { checkId, checking: { ...checking } } },
      { pk: { exists: true }, checkId: { exists: false } },
    ),
  )

/** @returns false where that check has ended */
export const endCheck = (table: TenantTable, listId: string, checkId: string): Promise<boolean> =>
  committed(table.update(listKey(listId), { remove: ['checkId', 'checking'] }, { checkId }))

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
  pageNewestFirst<StoredList>(table, {
    pk: PARTITION,
    filter: { type, ...(search && { searchName: { contains: search } }) },
    before,
    limit,
  })

export async function allLists(table: TenantTable, type: ContactListType): Promise<StoredList[]> {
  const lists: StoredList[] = []
  for await (const list of allRows<StoredList>(table, { pk: PARTITION, filter: { type } })) lists.push(list)
  return lists
}

/** A list as it is shown; what else stands in its row stays there. */
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
