import { createPublicKey, generateKeyPairSync } from 'node:crypto'

/** A new Ed25519 key pair to sign tokens with: the private key as a JWK, in one line. */
export const newSigningPair = (): string =>
  JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

/** What verifies: the public half of a private key. @param text both a JWK, in one line */
export function publicHalfOf(text: string): string {
  const key = createPublicKey({ key: JSON.parse(text), format: 'jwk' })
  return JSON.stringify(key.export({ format: 'jwk' }))
}
