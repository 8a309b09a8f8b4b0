import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: nonce, ciphertext and tag in one. `context` is authenticated, not stored. */
export function seal(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The text, the key or the context differs from the sealed one. */
export class SealBroken extends Error {
  constructor(cause?: unknown) {
    super('The seal does not open', { cause })
    this.name = 'SealBroken'
  }
}

/** @throws SealBroken */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken()
  const nonce = sealed.subarray(0, NONCE_BYTES)
  // Without this option a truncated text is checked against a truncated tag.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch (error) {
    // `final` fails only for a wrong tag.
    throw new SealBroken(error)
  }
}
