import { DomainError } from '@recado/shared/errors'
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

/** @throws DomainError 403 for a token that has run out, 401 for everything that is not one of ours */
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

/** A code of its own, so that the app says why: the live event may come later than the next call. */
export const companyUpdated = () =>
  new DomainError('unauthenticated', 'ERR_COMPANY_UPDATED', 'Your company was changed. Please sign in again.')

async function namedKey({ kid }: JWTHeaderParameters) {
  const named = await verifyingKey(kid)
  if (!named) throw new errors.JOSEError('unknown key')
  return named.key
}

/** For whoever wants to verify: the public half of the signing key, and of the one before. */
export async function publicKeys(): Promise<{ keys: Record<string, string>[] }> {
  const named = (await verifyingKeys()).map(async (jwk) => {
    const { kty = '', crv = '', x = '' } = jwk
    return { kty, crv, x, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
  })
  return { keys: await Promise.all(named) }
}
