import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { sharedSystem } from '../support/test-system.ts'
import {
  partsOf,
  ranOut,
  signed,
  signedWithSecret,
  signingKeyOf,
  type TokenParts,
  unsigned,
} from '../support/tokens.ts'

const SIGNED_OUT = { status: 401, error: 'ERR_SESSION_EXPIRED' }
const REPLACED = { status: 401, error: 'ERR_SESSION_REPLACED' }
const TIMED_OUT = { status: 403, error: 'ERR_SESSION_EXPIRED' }

const { system, principals } = sharedSystem()
let key: KeyObject
let admin: ApiClient
let otherCompany: string

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
  otherCompany = await principals.company()
  key = await signingKeyOf(system)
})

const now = () => Math.floor(Date.now() / 1000)

describe('a forged token opens nothing', () => {
  const attacker = generateKeyPairSync('ed25519')
  const jwkOf = (each: KeyObject) => createPublicKey(each).export({ format: 'jwk' })
  const forgeries: [string, (genuine: TokenParts, token: string) => string, typeof SIGNED_OUT?][] = [
    [
      'that says it needs no signature',
      ({ header, claims }) => unsigned({ header: { ...header, alg: 'none' }, claims }),
    ],
    [
      'that says so in other letters',
      ({ header, claims }) => unsigned({ header: { ...header, alg: 'nOnE' }, claims }),
    ],
    ['without its signature', (genuine) => unsigned(genuine)],
    [
      'signed with the public key as a secret: its bytes',
      ({ header, claims }) =>
        signedWithSecret(
          { header: { ...header, alg: 'HS256' }, claims },
          Buffer.from(jwkOf(key).x ?? '', 'base64url'),
        ),
    ],
    [
      'signed with the public key as a secret: its text',
      ({ header, claims }) =>
        signedWithSecret({ header: { ...header, alg: 'HS256' }, claims }, JSON.stringify(jwkOf(key))),
    ],
    [
      'signed with the public key as a secret: PEM',
      ({ header, claims }) =>
        signedWithSecret(
          { header: { ...header, alg: 'HS256' }, claims },
          createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
        ),
    ],
    [
      'for another audience',
      ({ header, claims }) => signed({ header, claims: { ...claims, aud: 'web' } }, key),
    ],
    ['for no audience', ({ header, claims: { aud: _, ...claims } }) => signed({ header, claims }, key)],
    ['of another type', ({ header, claims }) => signed({ header: { ...header, typ: 'JWT' }, claims }, key)],
    ['of no type', ({ header: { typ: _, ...header }, claims }) => signed({ header, claims }, key)],
    ['that has run out', (genuine) => ranOut(genuine, key), TIMED_OUT],
    ['that never runs out', ({ header, claims: { exp: _, ...claims } }) => signed({ header, claims }, key)],
    [
      'that is not valid yet',
      ({ header, claims }) => signed({ header, claims: { ...claims, nbf: now() + 600 } }, key),
    ],
    [
      'whose claims were changed',
      ({ claims }, token) => {
        const [header, , signature] = token.split('.')
        const changed = Buffer.from(JSON.stringify({ ...claims, cid: otherCompany })).toString('base64url')
        return `${header}.${changed}.${signature}`
      },
    ],
    [
      'whose signature was changed',
      (_, token) => {
        const [header, claims, signature = ''] = token.split('.')
        return `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      },
    ],
    [
      'that brings its own key',
      ({ header, claims }) =>
        signed({ header: { ...header, jwk: jwkOf(attacker.privateKey) }, claims }, attacker.privateKey),
    ],
    [
      'that names where its key is',
      ({ header, claims }) =>
        signed(
          { header: { ...header, jku: `${system.origin}/api/.well-known/jwks.json` }, claims },
          attacker.privateKey,
        ),
    ],
    ['signed with another key under our key’s name', (genuine) => signed(genuine, attacker.privateKey)],
    [
      'of an unknown key',
      ({ header, claims }) => signed({ header: { ...header, kid: 'unknown' }, claims }, key),
      TIMED_OUT,
    ],
    ['of no key', ({ header: { kid: _, ...header }, claims }) => signed({ header, claims }, key)],
    [
      'of a session that is not this person’s',
      ({ header, claims }) => signed({ header, claims: { ...claims, sid: randomUUID() } }, key),
      REPLACED,
    ],
    [
      'of a person who is not in that company',
      ({ header, claims }) => signed({ header, claims: { ...claims, cid: otherCompany } }, key),
    ],
    [
      'of another person',
      ({ header, claims }) => signed({ header, claims: { ...claims, sub: randomUUID() } }, key),
    ],
    [
      'of a company that is none',
      ({ header, claims }) => signed({ header, claims: { ...claims, cid: 'INDEX' } }, key),
    ],
    [
      'whose claims are no text',
      ({ header, claims }) => signed({ header, claims: { ...claims, sid: 7 } }, key),
    ],
    ['with something behind it', (_, token) => `${token}.e30`],
    ['that is no token', () => 'e30.e30.e30'],
  ]

  test.each(forgeries)('a token %s is refused', async (_, forge, refusal = SIGNED_OUT) => {
    const token = admin.token ?? ''
    const client = new ApiClient(system.origin, forge(partsOf(token), token))
    const { status, body } = await client.send('GET', '/auth/me')
    expect({ status, error: body.error }).toEqual(refusal)
  })

  test('a token signed with the right key is accepted', async () => {
    const client = new ApiClient(system.origin, signed(partsOf(admin.token ?? ''), key))
    expect((await client.send('GET', '/auth/me')).status).toBe(200)
  })

  test('a token in a query, a cookie or Basic authorisation is refused', async () => {
    const nobody = new ApiClient(system.origin)
    const cookie = { cookie: `token=${admin.token}; authorization=Bearer ${admin.token}` }
    expect((await nobody.send('GET', `/auth/me?token=${admin.token}`)).status).toBe(401)
    expect((await nobody.send('GET', '/auth/me', undefined, cookie)).status).toBe(401)
    const basic = { authorization: `Basic ${admin.token}` }
    expect((await nobody.send('GET', '/auth/me', undefined, basic)).status).toBe(401)
  })
})
