import { createPublicKey, generateKeyPairSync } from 'node:crypto'

/** A new Ed25519 key pair to sign tokens with: the private key as a JWK, in one line. */
export const newSigningPair = (): string =>
  JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

/** The public half of a private key, for verification. @param text JWK in one line, like the result */
export function publicHalfOf(text: string): string {
  const key = createPublicKey({ key: JSON.parse(text), format: 'jwk' })
  return JSON.stringify(key.export({ format: 'jwk' }))
}
