import { DomainError } from '@recado/shared/errors/errors'
import { ACCESS_TOKEN_SECONDS } from '@recado/shared/sessions/session'
import { calculateJwkThumbprint, errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { signingKey, verifyingKey, verifyingKeys } from './signing-key.ts'

const claims = z.object({ sub: z.ulid(), cid: z.ulid(), sid: z.string() })
export type Claims = z.infer<typeof claims>

const AUDIENCE = 'api'
const TYPE = 'at+jwt'

/** A short-lived access token, signed with Ed25519. */
export async function signAccessToken({ sub, cid, sid }: Claims): Promise<string> {
  const { key, kid } = await signingKey()
  return new SignJWT({ cid, sid })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
    .setSubject(sub)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS} seconds`)
    .sign(key)
}

/** @throws DomainError 403 for an expired token, 401 for a token that is not ours */
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
    if (error instanceof errors.JWTExpired) {
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

async function namedKey({ kid }: JWTHeaderParameters) {
  const named = await verifyingKey(kid)
  if (!named) throw new errors.JOSEError('unknown key')
  return named.key
}

/** Public halves of the current and the previous signing key, for verification by others. */
export async function publicKeys(): Promise<{ keys: Record<string, string>[] }> {
  const named = (await verifyingKeys()).map(async (jwk) => {
    const { kty = '', crv = '', x = '' } = jwk
    return { kty, crv, x, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
  })
  return { keys: await Promise.all(named) }
}
