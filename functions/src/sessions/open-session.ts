import { randomBytes } from 'node:crypto'
import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed } from '@recado/shared/audit/store'
import type { Company } from '@recado/shared/companies/company'
import { getCompany, sessionCompanyOf } from '@recado/shared/companies/store'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { DomainError } from '@recado/shared/errors/errors'
import { originOf } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import type { LoginAnswer, SessionUser } from '@recado/shared/sessions/session'
import { addLogin, getSession, putSession } from '@recado/shared/sessions/store'
import type { StoredUser } from '@recado/shared/users/store'
import { environment, platform, ports, tableOf } from '../context.ts'
import { workplaceOf } from '../credentials/actor.ts'
import { tellReplaced } from '../credentials/end-session.ts'
import { signAccessToken } from '../credentials/tokens.ts'
import type { Exchange } from '../http/exchange.ts'
import { setRefreshCookie } from './cookie.ts'
import { signRefreshToken } from './refresh-tokens.ts'

/**
 * Opens an authenticated user's one session. An older one stops working at once, and its browser is informed.
 * @param ifMoved whether an archived company is let in if it is on another instance, where it moved. Its session opens
 * nothing here, because every call checks the company; the answer leads to the instance.
 * @throws DomainError ERR_COMPANY_INACTIVE, ERR_INVALID_CREDENTIALS when the company is gone
 */
export async function openSession(
  user: StoredUser,
  exchange: Exchange,
  { ifMoved = false } = {},
): Promise<LoginAnswer> {
  // Read before the session starts: if the company changes in between, the session is outdated from its first call
  // on.
  const home = await homeOf(user, ifMoved)
  const shown = await sessionUserOf(user, home)
  const token = await beginSession(user, home, exchange)
  await noteLogin(user, shown, exchange)
  return { token, user: shown }
}

async function beginSession(
  { id: userId, companyId }: StoredUser,
  { sessionsVersion = 0 }: Company,
  exchange: Exchange,
): Promise<string> {
  const table = tableOf(companyId)
  const sid = randomBytes(18).toString('base64url')
  const older = await getSession(table, userId)
  await putSession(table, { userId, sid, companyVersion: sessionsVersion }, Date.now())
  setRefreshCookie(exchange, await signRefreshToken({ companyId, userId, sid, generation: 1 }))
  if (older) await tellReplaced(companyId, userId, older.sid)
  return signAccessToken({ sub: userId, cid: companyId, sid })
}

/** Records the login in the trail of the user's company, and in that of the company they support. */
async function noteLogin(user: StoredUser, shown: SessionUser, exchange: Exchange): Promise<void> {
  const now = ports.now()
  const at = new Date(now).toISOString()
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), now)
  if (shown.support) await recordDeed(tableOf(shown.companyId), loginOf(user, exchange, true), now)
  await addLogin(tableOf(user.companyId), user.id, { at, ...exchange.from })
}

export const loginOf = ({ id, name }: StoredUser, { from }: Exchange, support = false): Deed => ({
  who: { id, name, support },
  action: 'sessions.login',
  target: id,
  targetName: null,
  fields: [],
  from,
})

/** A user's own company. @throws DomainError ERR_COMPANY_INACTIVE, ERR_INVALID_CREDENTIALS when it is gone */
async function homeOf(user: StoredUser, ifMoved = false): Promise<Company> {
  const home = await getCompany(tableOf(user.companyId))
  if (home?.status) return home
  if (home?.archived && ifMoved && (await instanceOf(home))) return home
  if (!home) throw invalidCredentials()
  throw new DomainError('unauthenticated', 'ERR_COMPANY_INACTIVE', 'The company of this user is switched off')
}

/** @throws DomainError ERR_COMPANY_INACTIVE, ERR_INVALID_CREDENTIALS when the company is gone */
export async function sessionUserOf(user: StoredUser, known?: Company): Promise<SessionUser> {
  const { id, name, email, profile, super: isSuper } = user
  const home = known ?? (await homeOf(user))
  const { worksIn, support } = await workplaceOf(user, home)
  const [timeZone, instance] = await Promise.all([timeZoneOf(tableOf(worksIn.id)), instanceOf(worksIn)])
  return {
    id,
    name,
    email,
    profile,
    support,
    super: isSuper,
    companyId: worksIn.id,
    company: { ...sessionCompanyOf(worksIn, timeZone, ports.now()), instance },
  }
}

/** Address of the company's instance, if it is not this one. */
async function instanceOf({ instanceId }: Company): Promise<{ address: string } | null> {
  const instance = instanceId && (await instances.get(platform, instanceId))
  const address = instance && originOf(instance)
  return address && address !== environment.APP_ORIGIN ? { address } : null
}

export const invalidCredentials = () =>
  new DomainError('unauthenticated', 'ERR_INVALID_CREDENTIALS', 'Authentication error. Please try again.')
