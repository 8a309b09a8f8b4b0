import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { secrets } from '../secrets.ts'

/** A key with its name, which tokens carry. */
export interface NamedKey {
  kid: string
  key: CryptoKey | Uint8Array
}

/** Signs access tokens. Whoever may read it signs anybody in: the sessions' function alone. */
export async function signingKey(): Promise<NamedKey> {
  return opened((await privateKeys())[0])
}

/** What access tokens are verified with: the public halves of the key in use and of the one before, as JWKs. */
export async function verifyingKeys(): Promise<JWK[]> {
  const values = await secrets.secret('verifying-keys', async () => publicHalfOf((await privateKeys())[0]))
  return values.map((value) => JSON.parse(value))
}

/** The key that a token names; undefined where it is none of ours. */
export async function verifyingKey(kid: string | undefined): Promise<NamedKey | undefined> {
  for (const jwk of await verifyingKeys()) {
    const known = await opened(JSON.stringify(jwk))
    if (known.kid === kid) return known
  }
  return undefined
}

const privateKeys = () => secrets.secret('signing-key', newSigningPair)

const known = new Map<string, Promise<NamedKey>>()

/** A key is opened once per process. @param text a JWK */
function opened(text: string): Promise<NamedKey> {
  const before = known.get(text)
  if (before) return before
  const key = openJwk(JSON.parse(text))
  known.set(text, key)
  return key
}

const openJwk = async (jwk: JWK): Promise<NamedKey> => ({
  kid: await calculateJwkThumbprint(jwk),
  key: await importJWK(jwk, 'EdDSA'),
})
