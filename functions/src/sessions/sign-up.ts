import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed } from '@recado/shared/audit/store'
import { getCompany } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { isCompanyId } from '@recado/shared/table/tenant'
import { getInvitation, takeUpInvitation } from '@recado/shared/users/invitation-store'
import { putInvitedUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { attemptSignUp } from '../credentials/attempts.ts'
import { requireUncommon } from '../credentials/chosen-password.ts'
import { readOneTimeToken } from '../credentials/one-time-token.ts'
import { hashPassword } from '../credentials/password.ts'
import type { Exchange } from '../http/exchange.ts'
import { underPlan } from '../plans/under-plan.ts'
import { conditionsForMaker } from '../users/invitation-maker.ts'
import { publishUser } from '../users/publish-user.ts'

interface SignUp {
  name: string
  email: string
  password: string
  token?: string | null | undefined
  companyId: string
}

/**
 * Creates an account from an invitation, and marks the invitation as used in the same transaction. The invitation
 * decides the account's rights.
 * @throws DomainError ERR_USER_CREATION_DISABLED, ERR_DUPLICATED_EMAIL, ERR_PLAN_LIMIT, ERR_PASSWORD_COMMON,
 * ERR_TOO_MANY_ATTEMPTS
 */
export async function signUp({ token, companyId, password, name, email }: SignUp, exchange: Exchange) {
  const attempted = await attemptSignUp(exchange.address)
  const { ids, digest } = readOneTimeToken(token ?? '')
  const [invitationId = ''] = ids
  if (!isCompanyId(companyId) || invitationId === '') throw notInvited()
  const table = tableOf(companyId)
  const [invitation, company] = await Promise.all([getInvitation(table, invitationId), getCompany(table)])
  const isTheirs = invitation?.digest === digest || invitation?.mailedDigest === digest
  if (!invitation || !isTheirs || !company?.status || company.archived) throw notInvited()
  const conditions = await conditionsForMaker(invitation, companyId)
  if (!conditions) throw notInvited()
  await requireUncommon(password)
  const now = ports.now()
  const user = {
    id: newId(),
    companyId,
    name,
    email,
    profile: invitation.profile,
    super: false,
    createdAt: new Date(now).toISOString(),
    passwordHash: await hashPassword(password),
    queueIds: [],
  }
  const takeUp = takeUpInvitation(invitationId, digest, now)
  const outcome = await underPlan(companyId, (plan) =>
    putInvitedUser(table, user, plan, [takeUp, ...conditions]),
  )
  if (outcome === 'not-invited') throw notInvited()
  if (outcome === 'duplicated') {
    throw new DomainError('conflict', 'ERR_DUPLICATED_EMAIL', 'Somebody has this e-mail already')
  }
  await attempted.succeeded()
  const deed: Deed = {
    who: { id: user.id, name, support: false },
    action: 'sessions.signUp',
    target: invitationId,
    targetName: null,
    fields: ['name', 'email', 'password'],
    from: exchange.from,
  }
  await recordDeed(table, deed, now)
  await publishUser(companyId, 'create', user)
  return user
}

const notInvited = () =>
  new DomainError(
    'forbidden',
    'ERR_USER_CREATION_DISABLED',
    'This invitation was used, has expired or was revoked',
  )
