import { hasPermission } from '@recado/shared/access'
import { DomainError, notFound, notPermitted } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { AFTER_CALLS_SECONDS } from '@recado/shared/queues/after-calls'
import { passwordLinkKey } from '@recado/shared/sessions/password-link-store'
import type { Actor } from '@recado/shared/sessions/session'
import { getSession, loginsKey, sessionKey } from '@recado/shared/sessions/store'
import { totpKey, turnTotpOff } from '@recado/shared/sessions/totp-store'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import {
  changeUser,
  deleteUser,
  putUser,
  type StoredUser,
  type UserOutcome,
} from '@recado/shared/users/store'
import { DEFAULT_PROFILE, type ShownUser, type UserChange, type UserInput } from '@recado/shared/users/user'
import { ports, publish, tableOf } from '../context.ts'
import { requireUncommon } from '../credentials/chosen-password.ts'
import { tellReplaced } from '../credentials/end-session.ts'
import { requireOwnPassword } from '../credentials/own-password.ts'
import { hashPassword } from '../credentials/password.ts'
import { sendPasswordLink } from '../credentials/password-links.ts'
import { isOfAnotherCompany, requireNoAccountChange } from '../credentials/support-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { countMail } from '../letters/count-mail.ts'
import { underPlan } from '../plans/under-plan.ts'
import { requireCompany } from './company.ts'
import { publishUser } from './publish-user.ts'
import { supportWanted, tellSupport } from './support.ts'
import { adminsToTell, tellAdmins } from './tell-admins.ts'
import { companyToReach, requireMaySee, requireUser } from './users.ts'

/**
 * Creates a user. Without a password they get a link by mail to choose one.
 * @throws DomainError ERR_DUPLICATED_EMAIL, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_NO_COMPANY_FOUND,
 * ERR_PASSWORD_BY_LINK
 */
export async function create(actor: Actor, input: UserInput): Promise<ShownUser> {
  const {
    companyId = actor.companyId,
    name,
    email,
    password,
    profile = DEFAULT_PROFILE,
    queueIds = [],
  } = input
  await requireCompany(actor, companyId)
  requirePasswordByLink(actor, companyId, password)
  await requireQueues(companyId, queueIds)
  if (!password) await countMail(actor, email)
  const table = tableOf(companyId)
  const user: StoredUser = {
    id: newId(),
    companyId,
    name,
    email,
    profile,
    queueIds,
    super: false,
    createdAt: new Date(ports.now()).toISOString(),
    passwordHash: password ? await hashPassword(password) : null,
  }
  const admins = await adminsToTell(actor, companyId)
  const isWritten = await underPlan(companyId, (plan) => putUser(table, user, plan))
  if (!isWritten) throw duplicatedEmail()
  await tellAdmins(actor, companyId, admins, { deed: 'created', user })
  if (!password) await sendPasswordLink({ companyId, userId: user.id, why: 'access' })
  return publishUser(companyId, 'create', user)
}

/**
 * Changes a user. A password set by another person ends the user's session.
 * @throws DomainError ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_WRONG_PASSWORD, ERR_DUPLICATED_EMAIL,
 * ERR_LAST_ADMIN, ERR_PASSWORD_BY_LINK, ERR_SUPPORT_NO_USERS, and as `supportWanted`
 */
export async function update(
  actor: Actor,
  { userId, ...change }: UserChange & { userId: string },
  exchange: Exchange,
): Promise<ShownUser> {
  const companyId = await companyToReach(actor, userId, change.companyId)
  return retrying(
    tableOf(companyId),
    () => requireUser(companyId, userId),
    (read) => changeRead(actor, read, change, exchange),
  )
}

async function changeRead(
  actor: Actor,
  read: StoredUser,
  change: UserChange,
  exchange: Exchange,
): Promise<ShownUser | typeof AGAIN> {
  const { companyId, id: userId } = read
  const isOwn = userId === actor.userId
  await requireMayChange(actor, read, change)
  requireNoAccountChange(actor, read, change)
  requirePasswordByLink(actor, companyId, change.password)
  await requireQueues(companyId, without(change.queueIds ?? [], read.queueIds ?? []))
  const support = await supportWanted(actor, read, change)
  const losesCodes = change.totp === false && read.totp === true
  // A user switches off their own codes with the password, not here.
  if (isOwn && losesCodes) throw notPermitted()
  const { name, email, profile, queueIds, password } = change
  const opensAnew = Boolean(password) || email !== read.email
  if (isOwn && password) await requireUncommon(password)
  if (isOwn && opensAnew) await requireOwnPassword(companyId, userId, change.currentPassword)
  const changed: Partial<StoredUser> = {
    name,
    email,
    ...(profile && { profile }),
    ...(queueIds && { queueIds }),
    ...(password && { passwordHash: await hashPassword(password) }),
    ...(support !== undefined && { support }),
  }
  // In one write: a call that dies leaves neither an old mailed link nor an old session beside a new password.
  const endsSession = Boolean(password) && !isOwn
  const session = endsSession ? await getSession(tableOf(companyId), userId) : undefined
  const gone = [...(opensAnew ? [passwordLinkKey(userId)] : []), ...(endsSession ? [sessionKey(userId)] : [])]
  const admins = await adminsToTell(actor, companyId)
  const outcome = await changeUser(tableOf(companyId), read, changed, gone)
  if (outcome === 'changed') return AGAIN
  requireWritten(outcome)
  await tellAdmins(actor, companyId, admins, { deed: 'changed', user: read })
  if (losesCodes) await turnTotpOff(tableOf(companyId), userId)
  if (session) await tellReplaced(companyId, userId, session.sid)
  if (support !== undefined) await tellSupport(actor, read, support, exchange)
  return publishUser(companyId, 'update', { ...read, ...changed, ...(losesCodes && { totp: false }) })
}

/**
 * An operator who set the password of another company's user could sign in as that user.
 * @throws DomainError ERR_PASSWORD_BY_LINK
 */
function requirePasswordByLink(actor: Actor, companyId: string, password: string | null | undefined): void {
  if (!password || !isOfAnotherCompany(actor, companyId)) return
  throw new DomainError(
    'forbidden',
    'ERR_PASSWORD_BY_LINK',
    'Another company’s user chooses the password by a mailed link',
  )
}

/** @throws DomainError ERR_NO_USER_FOUND, ERR_OWN_ACCOUNT, ERR_LAST_ADMIN, ERR_NO_PERMISSION */
export async function remove(actor: Actor, userId: string): Promise<undefined> {
  if (userId === actor.userId) {
    throw new DomainError('conflict', 'ERR_OWN_ACCOUNT', 'Users do not delete their own accounts')
  }
  const { companyId } = actor
  const table = tableOf(companyId)
  const theirs = [sessionKey, totpKey, loginsKey, passwordLinkKey].map((keyOf) => keyOf(userId))
  const cleanup = { companyId, kind: 'user', id: userId } as const
  const session = await retrying(
    table,
    () => requireUser(companyId, userId),
    async (read) => {
      requireMayTouch(actor, read)
      const ended = await getSession(table, userId)
      await ports.queues.send('cleanup', cleanup, AFTER_CALLS_SECONDS)
      const outcome = await deleteUser(table, read, theirs)
      if (outcome === 'changed') return AGAIN
      requireWritten(outcome)
      return ended
    },
  )
  await ports.queues.send('cleanup', cleanup)
  if (session) await tellReplaced(companyId, userId, session.sid)
  await publish({ companyId, topic: 'user', action: 'delete', body: { id: userId } })
}

async function requireMayChange(
  actor: Actor,
  read: StoredUser,
  { profile, queueIds }: UserChange,
): Promise<void> {
  requireMaySee(actor, read.id)
  requireMayTouch(actor, read)
  const isOtherProfile = profile !== undefined && profile !== read.profile
  if (isOtherProfile && !hasPermission(actor.profile, 'user-modal:editProfile')) throw notPermitted()
  if (!queueIds || hasPermission(actor.profile, 'user-modal:editQueues')) return
  const had = read.queueIds ?? []
  // A record leaves out the deleted queues, and comes back without them.
  const left = await queuesOf(read.companyId, without(had, queueIds))
  if (without(queueIds, had).length > 0 || left.some(Boolean)) throw notPermitted()
}

/** An admin who set an operator's password could sign in as the operator. */
function requireMayTouch(actor: Actor, { super: isOperator }: StoredUser): void {
  if (isOperator && !actor.super) throw notPermitted()
}

async function requireQueues(companyId: string, queueIds: readonly string[]): Promise<void> {
  if ((await queuesOf(companyId, queueIds)).includes(undefined)) throw notFound('ERR_NO_QUEUE_FOUND')
}

const queuesOf = (companyId: string, queueIds: readonly string[]) =>
  Promise.all(queueIds.map((queueId) => getTicketQueue(tableOf(companyId), queueId)))

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((id) => !others.includes(id))

function requireWritten(outcome: Exclude<UserOutcome, 'changed'>): void {
  if (outcome === 'duplicated') throw duplicatedEmail()
  if (outcome === 'last-admin') {
    throw new DomainError('conflict', 'ERR_LAST_ADMIN', 'A company keeps one admin at least')
  }
}

const duplicatedEmail = () =>
  new DomainError('conflict', 'ERR_DUPLICATED_EMAIL', 'Somebody has this e-mail already')
