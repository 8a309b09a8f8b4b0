import { DomainError } from '@recado/shared/errors/errors'
import { ACCESS_TOKEN_SECONDS } from '@recado/shared/sessions/session'
import { calculateJwkThumbprint, errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { secrets } from '../secrets.ts'
import { signingKey, verifyingKey, verifyingKeys } from './signing-key.ts'

const claims = z.object({ sub: z.ulid(), cid: z.ulid(), sid: z.string() })
export type Claims = z.infer<typeof claims>

const AUDIENCE = 'api'
const TYPE = 'at+jwt'

/** A short-lived access token, signed with Ed25519. */
export async function signAccessToken({ sub, cid, sid }: Claims): Promise<string> {
  // After a rotation at once, a token of the old key would be refused.
  secrets.renew('signing-key')
  const { key, kid } = await signingKey()
  return new SignJWT({ cid, sid })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
    .setSubject(sub)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS} seconds`)
    .sign(key)
}

/**
 * @throws DomainError 403 for a token that has expired or whose key is no longer valid: the browser gets a new one.
 * 401 for a token that is not ours
 */
export async function verifyAccessToken(token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, namedKey, {
      algorithms: ['EdDSA'],
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'sub'],
    })
    return claims.parse(payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired || error instanceof errors.JWKSNoMatchingKey) {
      throw new DomainError('forbidden', 'ERR_SESSION_EXPIRED', 'The access token has expired')
    }
    throw notSignedIn()
  }
}

export const notSignedIn = () => new DomainError('unauthenticated', 'ERR_SESSION_EXPIRED', 'Please sign in')

// An end that the app explains has a code of its own: the live event may come after the next call.
export const sessionReplaced = () =>
  new DomainError('unauthenticated', 'ERR_SESSION_REPLACED', 'You signed in elsewhere. Please sign in again.')
export const companyUpdated = () =>
  new DomainError('unauthenticated', 'ERR_COMPANY_UPDATED', 'Your company was changed. Please sign in again.')

/** An unknown key may be newer than those that this process has read. */
async function namedKey({ kid }: JWTHeaderParameters) {
  if (!kid) throw new errors.JOSEError('no key is named')
  const named = (await verifyingKey(kid)) ?? (await newlyKnownKey(kid))
  if (!named) throw new errors.JWKSNoMatchingKey()
  return named.key
}

function newlyKnownKey(kid: string) {
  secrets.renew('verifying-keys')
  return verifyingKey(kid)
}

/** Public halves of the current and the previous signing key, for verification by others. */
export async function publicKeys(): Promise<{ keys: Record<string, string>[] }> {
  const named = (await verifyingKeys()).map(async (jwk) => {
    const { kty = '', crv = '', x = '' } = jwk
    return { kty, crv, x, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
  })
  return { keys: await Promise.all(named) }
}
