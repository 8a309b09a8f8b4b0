import { freePlace, takePlace, withinPlan } from '../companies/usage.ts'
import type { Plan } from '../plans/plan.ts'
import { emailIndex } from '../table/indexes.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import {
  type All,
  allRows,
  ConditionFailed,
  committed,
  type Key,
  type Row,
  type Table,
  type Write,
} from '../table/table.ts'
import type { IndexWrite, TenantTable } from '../table/tenant.ts'
import type { User } from './user.ts'

/** Without a hash nobody can sign in by a password: it has still to be chosen through a link. */
export type StoredUser = User & { passwordHash: string | null }

const PARTITION = 'USERS'
export const userKey = (userId: string): Key => ({ pk: PARTITION, sk: userId })

/** How many admins a company has, so that the last one stays one. */
const ADMINS: Key = { pk: 'COMPANY', sk: 'ADMINS' }

export const getUser = (table: TenantTable, userId: string) => table.get<StoredUser>(userKey(userId))

export async function allUsers(table: TenantTable): Promise<Row<StoredUser>[]> {
  const users: Row<StoredUser>[] = []
  for await (const user of allRows<StoredUser>(table, { pk: PARTITION, consistent: true })) users.push(user)
  return users
}

interface Searched {
  /** In lower case; stands in the name or in the e-mail. */
  search: string
}

/** Newest first. */
export const pageOfUsers = (
  table: TenantTable,
  { search, before, limit }: Searched & { before?: string | undefined; limit: number },
) => pageNewestFirst<StoredUser>(table, { pk: PARTITION, filter: filterOf({ search }), before, limit })

export async function countUsers(table: TenantTable, searched: Searched): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, filter: filterOf(searched) })) count += 1
  return count
}

const filterOf = ({ search }: Searched): All =>
  search ? { searchText: { contains: search } } : { id: { exists: true } }

/**
 * The writes that create a user, in a transaction with whatever else belongs to it: the user takes a place of the
 * plan (the second write), and its e-mail is unique on the platform (the third).
 * @param plan the company's; without one there is no limit
 */
export const writesOfNewUser = (
  user: StoredUser,
  plan?: Pick<Plan, 'users' | 'connections' | 'queues'>,
): (Write | IndexWrite)[] => [
  { put: { ...user, searchText: searchTextOf(user), ...userKey(user.id) }, when: { pk: { exists: false } } },
  takePlace('users', plan),
  emailTaken(user),
  ...(user.profile === 'admin' ? [oneAdminMore] : []),
]

/**
 * Creates a user. @returns false where somebody on the platform has that e-mail
 * @throws DomainError ERR_PLAN_LIMIT
 */
export const putUser = (
  table: TenantTable,
  user: StoredUser,
  plan?: Pick<Plan, 'users' | 'connections' | 'queues'>,
): Promise<boolean> => committed(withinPlan(table.transact(writesOfNewUser(user, plan)), 'users', 1))

/**
 * Creates a user whom an invitation let in, which is used up by that.
 * @param takeUp the write that uses it up
 * @throws DomainError ERR_PLAN_LIMIT
 */
export async function putInvitedUser(
  table: TenantTable,
  user: StoredUser,
  plan: Pick<Plan, 'users' | 'connections' | 'queues'> | undefined,
  takeUp: Write,
): Promise<'written' | 'duplicated' | 'not-invited'> {
  const writes = writesOfNewUser(user, plan)
  try {
    await withinPlan(table.transact([...writes, takeUp]), 'users', 1)
    return 'written'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failures[writes.length] === undefined ? 'duplicated' : 'not-invited'
  }
}

/** What came of a write: made, or what stood in its way. */
export type UserOutcome = 'written' | 'changed' | 'duplicated' | 'last-admin'

/**
 * Changes a user, if its e-mail and its profile are still as they were read.
 * @param gone rows that go with the change
 */
export function changeUser(
  table: TenantTable,
  read: StoredUser,
  change: Partial<StoredUser>,
  gone: readonly Key[] = [],
): Promise<UserOutcome> {
  const user = { ...read, ...change }
  const set = { ...change, searchText: searchTextOf(user) }
  return made(table, [
    [{ update: userKey(read.id), change: { set }, when: asRead(read) }, 'changed'],
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

/** Deletes a user with all that is theirs alone. */
export const deleteUser = (
  table: TenantTable,
  read: StoredUser,
  theirs: readonly Key[],
): Promise<UserOutcome> =>
  made(table, [
    [{ delete: userKey(read.id), when: asRead(read) }, 'changed'],
    [emailFreed(read), 'changed'],
    [freePlace('users'), 'changed'],
    ...adminsAfter(read.profile, 'user'),
    ...theirs.map(cleared),
  ])

const cleared = (key: Key): Step => [{ delete: key }, 'changed']

/** A write, and what it means when its condition does not hold. */
type Step = [Write | IndexWrite, Exclude<UserOutcome, 'written'>]

async function made(table: TenantTable, steps: readonly Step[]): Promise<UserOutcome> {
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

const oneAdminMore: Write = { update: ADMINS, change: { add: { count: 1 } } }
const oneAdminLess: Write = {
  update: ADMINS,
  change: { add: { count: -1 } },
  when: { count: { atLeast: 2 } },
}

const emailTaken = ({ email, companyId, id: userId }: User): IndexWrite => ({
  index: { put: emailIndex.put(email, { companyId, userId }), when: { pk: { exists: false } } },
})
const emailFreed = ({ email, companyId, id: userId }: User): IndexWrite => ({
  index: { delete: emailIndex.key(email), when: { companyId, userId } },
})

const asRead = ({ email, profile }: StoredUser) => ({ email, profile })
const searchTextOf = ({ name, email }: User) => `${name} ${email}`.toLowerCase()

/** Whose e-mail this is, before the company is known: for signing in alone. */
export const findByEmail = (table: Table, email: string) =>
  table.get<{ companyId: string; userId: string }>(emailIndex.key(email))
