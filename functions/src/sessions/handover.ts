import { randomBytes } from 'node:crypto'
import { DomainError } from '@recado/shared/errors'
import { originOf } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { HANDOVER_SECONDS, type LoginAnswer } from '@recado/shared/sessions/session'
import { handoverIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import { findByEmail, getUser } from '@recado/shared/users/store'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { environment, platform, ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { attemptHandover } from './attempts.ts'
import { digestOf } from './one-time-token.ts'
import { openSession } from './open-session.ts'
import { signingKey } from './signing-key.ts'

const TYPE = 'handover+jwt'
/** Another deployment has to answer within this time, in milliseconds. */
const PATIENCE_MS = 5_000

/**
 * What lets somebody who has just signed in here in at another deployment, once, for a minute (part 3 §8). It says who they
 * are by their e-mail, and is good at that deployment alone. @param to its origin
 */
export async function handoverTo(to: string, email: string): Promise<string> {
  const { key, kid } = await signingKey()
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
    .setIssuer(environment.APP_ORIGIN)
    .setAudience(to)
    .setSubject(email)
    .setJti(randomBytes(18).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${HANDOVER_SECONDS} seconds`)
    .sign(key)
}

/**
 * Opens a session for somebody whom another deployment has let in: one that operators have entered as an instance here.
 * Operators themselves sign in where they are.
 * @throws DomainError ERR_HANDOVER_INVALID; ERR_INSTANCE_AWAY where its keys cannot be had; ERR_TOO_MANY_ATTEMPTS
 */
export async function takeHandover(
  { handover }: { handover: string },
  exchange: Exchange,
): Promise<LoginAnswer> {
  const attempted = await attemptHandover(exchange.address)
  const { email, id } = await verified(handover)
  const expiresAt = Math.floor(ports.now() / 1000) + 2 * HANDOVER_SECONDS
  const isFirst = await committed(
    ports.table.put({ ...handoverIndex.key(digestOf(id)), expiresAt }, { pk: { exists: false } }),
  )
  const found = isFirst ? await findByEmail(ports.table, email) : undefined
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  if (!user || user.super) throw invalid()
  await attempted.succeeded()
  return openSession(user, exchange)
}

async function verified(handover: string): Promise<{ email: string; id: string }> {
  const issuer = await knownIssuer(handover)
  const keys = createRemoteJWKSet(new URL(`${issuer}/api/.well-known/jwks.json`), {
    timeoutDuration: PATIENCE_MS,
  })
  try {
    const { payload } = await jwtVerify(handover, keys, {
      ...{ algorithms: ['EdDSA'], typ: TYPE, issuer, audience: environment.APP_ORIGIN },
      ...{ requiredClaims: ['exp', 'jti', 'sub'], maxTokenAge: HANDOVER_SECONDS },
    })
    return { email: payload.sub ?? '', id: `${issuer}|${payload.jti}` }
  } catch (error) {
    if (error instanceof errors.JOSEError && !isUnreachable(error)) throw invalid()
    throw new DomainError('dependency-failed', 'ERR_INSTANCE_AWAY', 'The other instance does not answer')
  }
}

/** Whom a handover says it is from, if that is an instance: nobody else's address is ever asked. */
async function knownIssuer(handover: string): Promise<string> {
  const { iss } = claimsOf(handover)
  const known = (await instances.all(platform)).map(originOf)
  if (iss === undefined || iss === environment.APP_ORIGIN || !known.includes(iss)) throw invalid()
  return iss
}

function claimsOf(handover: string): { iss?: string } {
  try {
    return decodeJwt(handover)
  } catch {
    throw invalid()
  }
}

/** What jose says where no keys came, instead of where they do not fit. */
const isUnreachable = ({ code }: errors.JOSEError): boolean =>
  code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC' || code === 'ERR_JWKS_INVALID'

const invalid = () =>
  new DomainError('unauthenticated', 'ERR_HANDOVER_INVALID', 'This handover lets nobody in here')
