import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { secrets } from '../secrets.ts'

/** A key with the name that tokens carry. */
export interface NamedKey {
  kid: string
  key: CryptoKey | Uint8Array
}

/** The key that signs access tokens. Its reader can sign anyone in, so only the sessions' function may read it. */
export async function signingKey(): Promise<NamedKey> {
  return opened((await privateKeys())[0])
}

/** Keys that verify access tokens: the public halves of the current and the previous key, as JWKs. */
export async function verifyingKeys(): Promise<JWK[]> {
  const values = await secrets.secret('verifying-keys', async () => publicHalfOf((await privateKeys())[0]))
  return values.map((value) => JSON.parse(value))
}

/** The key that a token names; undefined if it is not ours. */
export async function verifyingKey(kid: string | undefined): Promise<NamedKey | undefined> {
  for (const jwk of await verifyingKeys()) {
    const known = await opened(JSON.stringify(jwk))
    if (known.kid === kid) return known
  }
  return undefined
}

const privateKeys = () => secrets.secret('signing-key', newSigningPair)

const known = new Map<string, Promise<NamedKey>>()

/** Parses a key once per process. @param text a JWK */
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
