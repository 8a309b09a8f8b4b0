import { verify } from 'curve25519-js'

/**
 * Whether an XEdDSA signature is valid. `Curve.verify` of Baileys 7.0.0-rc14 cannot tell: it returns true unless
 * libsignal throws, and libsignal does not throw.
 */
export function signatureHolds(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === 64 && verify(publicKey, message, signature)
}
