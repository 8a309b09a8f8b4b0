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

/** @throws where the text, the key or the context is not the one it was sealed with */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  // Without it a text that was cut would be judged by as much of its tag as is left.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ])
}
