import { createHmac, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@recado/shared/errors'
import { ACCESS_TOKEN_SECONDS } from '@recado/shared/sessions/session'
import { type CryptoKey, calculateJwkThumbprint, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { keys } from '../context.ts'

const claims = z.object({ sub: z.ulid(), cid: z.ulid(), sid: z.string() })
export type Claims = z.infer<typeof claims>

const AUDIENCE = 'api'
const TYPE = 'at+jwt'

/** A short-lived access token, signed with Ed25519. */
export async function signAccessToken({ sub, cid, sid }: Claims): Promise<string> {
  const { privateKey, kid } = await signingKey()
  return new SignJWT({ cid, sid })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
    .setSubject(sub)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS} seconds`)
    .sign(privateKey)
}

/** @throws DomainError 403 for a token that has run out, 401 for everything that is not one of ours */
export async function verifyAccessToken(token: string): Promise<Claims> {
  const { publicKey, kid } = await signingKey()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
      algorithms: ['EdDSA'],
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'sub'],
    })
    if (protectedHeader.kid !== kid) throw new errors.JOSEError('unknown key')
    return claims.parse(payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new DomainError('forbidden', 'ERR_SESSION_EXPIRED', 'The access token has expired')
    }
    throw notSignedIn()
  }
}

export const notSignedIn = () => new DomainError('unauthenticated', 'ERR_SESSION_EXPIRED', 'Please sign in')

/** The public half of the signing key, for whoever wants to verify. */
export async function publicKeys(): Promise<{ keys: Record<string, string>[] }> {
  const { jwk, kid } = await signingKey()
  const { kty = '', crv = '', x = '' } = jwk
  return { keys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }] }
}

/** Which generation of which session a refresh token stands for. */
export interface RefreshToken {
  companyId: string
  userId: string
  sid: string
  generation: number
}

export async function signRefreshToken({
  companyId,
  userId,
  sid,
  generation,
}: RefreshToken): Promise<string> {
  const content = [companyId, userId, sid, generation].join('.')
  return `${content}.${await macOf(content)}`
}

/** @returns undefined for what is none of ours */
export async function verifyRefreshToken(token: string): Promise<RefreshToken | undefined> {
  const [companyId = '', userId = '', sid = '', generation = '', mac = ''] = token.split('.')
  const expected = Buffer.from(await macOf([companyId, userId, sid, generation].join('.')))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { companyId, userId, sid, generation: Number(generation) }
}

async function macOf(content: string): Promise<string> {
  const key = await keys.secret('refresh-key', () => randomBytes(32).toString('base64'))
  return createHmac('sha256', Buffer.from(key, 'base64')).update(content).digest('base64url')
}

interface SigningKey {
  jwk: JWK
  kid: string
  privateKey: CryptoKey | Uint8Array
  publicKey: CryptoKey | Uint8Array
}

let opened: Promise<SigningKey> | undefined

/** Read once per process. */
function signingKey(): Promise<SigningKey> {
  opened ??= openSigningKey().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function openSigningKey(): Promise<SigningKey> {
  const text = await keys.secret('signing-key', () =>
    JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  )
  const jwk: JWK = JSON.parse(text)
  const { d: _, ...publicJwk } = jwk
  return {
    jwk: publicJwk,
    kid: await calculateJwkThumbprint(publicJwk),
    privateKey: await importJWK(jwk, 'EdDSA'),
    publicKey: await importJWK(publicJwk, 'EdDSA'),
  }
}
