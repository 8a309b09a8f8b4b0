import { randomBytes } from 'node:crypto'
import { getCompany } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors/errors'
import { originOf } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { HANDOVER_SECONDS, type LoginAnswer } from '@recado/shared/sessions/session'
import { findByEmail, getUser, type StoredUser } from '@recado/shared/users/store'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { environment, platform, ports, tableOf } from '../context.ts'
import { attemptHandover, attemptHandoverCode } from '../credentials/attempts.ts'
import { signingKey } from '../credentials/signing-key.ts'
import type { Exchange } from '../http/exchange.ts'
import { confirmSession } from './confirmed-session.ts'
import { noteAsked, presentedAt, useHandover } from './handover-uses.ts'
import { openSession } from './open-session.ts'
import { requireCode } from './second-step.ts'

const TYPE = 'handover+jwt'
/** Limit of another deployment's answer, in milliseconds. */
const PATIENCE_MS = 5_000

/** Subject of a handover: the company and user there, and the e-mail that identifies the user here. */
const claims = z.object({ sub: z.ulid(), cid: z.ulid(), email: z.string(), jti: z.string().min(1) })
type Claims = z.infer<typeof claims>

/**
 * Creates a handover, with which a user who just signed in here can sign in at another deployment, once, within a
 * minute (part 3 §8).
 * @param to origin of the deployment
 */
export async function handoverTo(to: string, { id, companyId, email }: StoredUser): Promise<string> {
  const { key, kid } = await signingKey()
  return new SignJWT({ cid: companyId, email })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
    .setIssuer(environment.APP_ORIGIN)
    .setAudience(to)
    .setSubject(id)
    .setJti(randomBytes(18).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${HANDOVER_SECONDS} seconds`)
    .sign(key)
}

/**
 * Opens a session for a user handed over by another deployment. The user's company here must accept people from
 * their company there, and the user's second step here still applies. Operators cannot be handed over.
 * @throws DomainError ERR_HANDOVER_INVALID; ERR_INSTANCE_AWAY when the issuer's keys are unreadable;
 * ERR_TOTP_REQUIRED, ERR_TOTP_INVALID, ERR_TOO_MANY_ATTEMPTS
 */
export async function takeHandover(
  { handover, code }: { handover: string; code?: string | undefined },
  exchange: Exchange,
): Promise<LoginAnswer> {
  const attempted = await attemptHandover(exchange.address)
  const issuer = await knownIssuer(handover)
  const at = await presentedAt(issuer.id)
  if (at === undefined) throw invalid()
  const user = await handedOver(issuer, await verified(handover, issuer.origin, at))
  if (!user) throw invalid()
  if (user.totp && !code) {
    if (!(await noteAsked(issuer.id))) throw invalid()
    // Nothing was guessed: the app asks for the code now.
    await attempted.succeeded()
  }
  if (user.totp) {
    const tried = code ? await attemptHandoverCode(user.email) : undefined
    await requireCode(user, code, exchange)
    await tried?.succeeded()
  }
  if (!(await useHandover(issuer.id))) throw invalid()
  await attempted.succeeded()
  const answer = await openSession(user, exchange)
  if (!(await confirmSession(user, answer, exchange))) throw invalid()
  return answer
}

/** Issuer of a handover: its origin, the instances registered here with it, and the handover's own id. */
interface Issuer {
  origin: string
  instanceIds: string[]
  id: string
}

/** The user of the one company here that accepts people from that company there. */
async function handedOver(issuer: Issuer, { cid, email }: Claims): Promise<StoredUser | undefined> {
  const found = await findByEmail(ports.table, email)
  if (!found) return undefined
  const table = tableOf(found.companyId)
  const [company, user] = await Promise.all([getCompany(table), getUser(table, found.userId)])
  const from = company?.handoverFrom
  const isTaken = from && from.companyId === cid && issuer.instanceIds.includes(from.instanceId)
  return isTaken && user && !user.super ? user : undefined
}

/** @param at moment at which the handover must be valid, in milliseconds since 1970 */
async function verified(handover: string, issuer: string, at: number): Promise<Claims> {
  const keys = createRemoteJWKSet(new URL(`${issuer}/api/.well-known/jwks.json`), {
    timeoutDuration: PATIENCE_MS,
  })
  try {
    const { payload } = await jwtVerify(handover, keys, {
      algorithms: ['EdDSA'],
      typ: TYPE,
      issuer,
      audience: environment.APP_ORIGIN,
      requiredClaims: ['exp', 'jti', 'sub'],
      maxTokenAge: HANDOVER_SECONDS,
      currentDate: new Date(at),
    })
    const read = claims.safeParse(payload)
    if (!read.success) throw invalid()
    return read.data
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (error instanceof errors.JOSEError && !isUnreachable(error)) throw invalid()
    throw new DomainError('dependency-failed', 'ERR_INSTANCE_AWAY', 'The other instance does not answer')
  }
}

/** The issuer that a handover names, if it is a registered instance. Keys are fetched from no other address. */
async function knownIssuer(handover: string): Promise<Issuer> {
  const { iss, jti } = claimsOf(handover)
  if (!iss || !jti || iss === environment.APP_ORIGIN) throw invalid()
  const itsOwn = (await instances.all(platform)).filter((instance) => originOf(instance) === iss)
  if (itsOwn.length === 0) throw invalid()
  return { origin: iss, instanceIds: itsOwn.map(({ id }) => id), id: `${iss}|${jti}` }
}

function claimsOf(handover: string): { iss?: string; jti?: string } {
  try {
    return decodeJwt(handover)
  } catch (error) {
    if (error instanceof errors.JWTInvalid) throw invalid()
    throw error
  }
}

/** jose's codes for missing keys, as opposed to keys that do not match. */
const isUnreachable = ({ code }: errors.JOSEError): boolean =>
  code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC' || code === 'ERR_JWKS_INVALID'

const invalid = () =>
  new DomainError('unauthenticated', 'ERR_HANDOVER_INVALID', 'This handover is not valid here')
