import { freePlace, type PlanAsRead, samePlan, takePlace, withinPlan } from '../companies/usage.ts'
import { emailIndex } from '../table/indexes.ts'
import { pageNewestFirst } from '../table/pages.ts'
import type { AGAIN } from '../table/retrying.ts'
import {
  type All,
  allRows,
  ConditionFailed,
  checkRow,
  deleteRow,
  type Key,
  keyIn,
  partition,
  putRow,
  type Row,
  type Table,
  updateRow,
  type Write,
} from '../table/table.ts'
import type { IndexWrite, TenantTable } from '../table/tenant.ts'
import type { User } from './user.ts'

/** A user without a hash cannot sign in with a password: it is still to be chosen through a link. */
export type StoredUser = User & {
  passwordHash: string | null
  /** Name and e-mail in lower case. */
  searchText?: string
}

interface AdminCount {
  count: number
}

const PARTITION = partition<StoredUser>('USERS')
export const userKey = (userId: string): Key<StoredUser> => ({ pk: PARTITION, sk: userId })

/** The company's number of admins, so that the last one stays an admin. */
const ADMINS = keyIn<AdminCount>('COMPANY', 'ADMINS')

export const getUser = (table: TenantTable, userId: string) => table.get(userKey(userId))

export async function allUsers(table: TenantTable): Promise<Row<StoredUser>[]> {
  const users: Row<StoredUser>[] = []
  for await (const user of allRows(table, { pk: PARTITION, consistent: true })) users.push(user)
  return users
}

interface Searched {
  /** In lower case; searched in the name and in the e-mail. */
  search: string
}

/** Newest first. */
export const pageOfUsers = (
  table: TenantTable,
  { search, before, limit }: Searched & { before?: string | undefined; limit: number },
) => pageNewestFirst(table, { pk: PARTITION, filter: filterOf({ search }), before, limit })

export async function countUsers(table: TenantTable, searched: Searched): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, filter: filterOf(searched) })) count += 1
  return count
}

const filterOf = ({ search }: Searched): All<StoredUser> | undefined =>
  search ? { searchText: { contains: search } } : undefined

/** Index of the write that takes a place of the plan, among those of `writesOfNewUser`. */
const PLACE_AT = 1

/**
 * The writes that create a user, for a transaction with related writes. The user takes a place of the plan (the second
 * write), and its e-mail is unique on the platform (the third).
 * @param plan the company's plan; without one there is no limit
 */
export const writesOfNewUser = (user: StoredUser, plan?: PlanAsRead): (Write | IndexWrite)[] => [
  putRow({ ...user, searchText: searchTextOf(user), ...userKey(user.id) }, { pk: { exists: false } }),
  takePlace('users', plan),
  emailTaken(user),
  ...(user.profile === 'admin' ? [oneAdminMore] : []),
]

/**
 * Creates a user. @returns false if a user of the platform has that e-mail, AGAIN if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT
 */
export async function putUser(
  table: TenantTable,
  user: StoredUser,
  plan?: PlanAsRead,
): Promise<boolean | typeof AGAIN> {
  const writes = [...writesOfNewUser(user, plan), ...samePlan(plan)]
  try {
    const made = table.transact(writes).then(() => true)
    return await withinPlan(made, plan, 'users', PLACE_AT)
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** A condition for a transaction: the user exists and has this profile. */
export const requireProfile = (userId: string, profile: User['profile']): Write =>
  checkRow(userKey(userId), { profile })

/**
 * Creates an invited user, and uses up the invitation.
 * @param invitation the write that uses it up, and the conditions under which it is valid
 * @returns AGAIN if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT
 */
export async function putInvitedUser(
  table: TenantTable,
  user: StoredUser,
  plan: PlanAsRead | undefined,
  invitation: readonly Write[],
): Promise<'written' | 'duplicated' | 'not-invited' | typeof AGAIN> {
  const writes = writesOfNewUser(user, plan)
  const all = [...writes, ...invitation, ...samePlan(plan)]
  try {
    const made = table.transact(all).then(() => 'written' as const)
    return await withinPlan(made, plan, 'users', PLACE_AT)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const isInvited = error.failures.slice(writes.length).every((failure) => failure === undefined)
    return isInvited ? 'duplicated' : 'not-invited'
  }
}

/** Result of a write: made, or why it was refused. */
export type UserOutcome = 'written' | 'changed' | 'duplicated' | 'last-admin'

/**
 * Changes a user, if its e-mail and its profile are unchanged since they were read.
 * @param gone rows to delete with the change
 */
export function changeUser(
  table: TenantTable,
  read: StoredUser,
  change: Partial<StoredUser>,
  gone: readonly Key[] = [],
): Promise<UserOutcome> {
  const user = { ...read, ...change }
  const set = { ...change, searchText: searchTextOf(user) }
  return transactSteps(table, [
    [updateRow(userKey(read.id), { set }, asRead(read)), 'changed'],
    ...(user.email === read.email
      ? []
      : ([
          [emailTaken(user), 'duplicated'],
          [emailFreed(read), 'changed'],
        ] satisfies Step[])),
    ...adminsAfter(read.profile, user.profile),
    ...gone.map(cleared),
  ])
}

/** The index of the write that takes the new e-mail, among `writesOfNewEmail`. */
export const EMAIL_AT = 0

/** The writes that give a user another e-mail, if it and the profile are unchanged since they were read. */
export const writesOfNewEmail = (read: StoredUser, email: string): (Write | IndexWrite)[] => {
  const user = { ...read, email }
  return [
    emailTaken(user),
    emailFreed(read),
    updateRow(userKey(read.id), { set: { email, searchText: searchTextOf(user) } }, asRead(read)),
  ]
}

/** Deletes a user with all rows that belong only to them. */
export const deleteUser = (
  table: TenantTable,
  read: StoredUser,
  theirs: readonly Key[],
): Promise<UserOutcome> =>
  transactSteps(table, [
    [deleteRow(userKey(read.id), asRead(read)), 'changed'],
    [emailFreed(read), 'changed'],
    [freePlace('users'), 'changed'],
    ...adminsAfter(read.profile, 'user'),
    ...theirs.map(cleared),
  ])

const cleared = (key: Key): Step => [deleteRow(key), 'changed']

/** A write, and the meaning of its failed condition. */
type Step = [Write | IndexWrite, Exclude<UserOutcome, 'written'>]

async function transactSteps(table: TenantTable, steps: readonly Step[]): Promise<UserOutcome> {
  try {
    await table.transact(steps.map(([write]) => write))
    return 'written'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const refused = steps.find((_, at) => error.failures[at] !== undefined)
    if (!refused) throw error
    return refused[1]
  }
}

function adminsAfter(before: User['profile'], after: User['profile']): Step[] {
  if (before === after) return []
  return after === 'admin' ? [[oneAdminMore, 'changed']] : [[oneAdminLess, 'last-admin']]
}

const oneAdminMore: Write = updateRow(ADMINS, { add: { count: 1 } })
const oneAdminLess: Write = updateRow(ADMINS, { add: { count: -1 } }, { count: { atLeast: 2 } })

const emailTaken = ({ email, companyId, id: userId }: User): IndexWrite => ({
  index: putRow(emailIndex.put(email, { companyId, userId }), { pk: { exists: false } }),
})
const emailFreed = ({ email, companyId, id: userId }: User): IndexWrite => ({
  index: deleteRow(emailIndex.key(email), { companyId, userId }),
})

const asRead = ({ email, profile }: StoredUser) => ({ email, profile })
const searchTextOf = ({ name, email }: User) => `${name} ${email}`.toLowerCase()

/** The user of an e-mail, before the company is known: only for sign-in. */
export const findByEmail = (table: Table, email: string) => table.get(emailIndex.key(email))
