import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import {
  Curve,
  generateRegistrationId,
  generateSignalPubKey,
  type SignalCreds,
} from '@whiskeysockets/baileys'

/**
 * Creates the long-lived Signal keys of a phone. Campaigns meet hundreds of new phones, so this is fast: the XEdDSA
 * signature of the pre-key comes from OpenSSL's Ed25519 (0.1 ms) instead of JavaScript curve arithmetic (5 ms).
 * Both share their private scalar, and an Ed25519 signature whose last bit carries the sign of the public key is an
 * XEdDSA signature.
 */
export function createIdentity(): SignalCreds {
  const seed = randomBytes(32)
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32)
  scalar.writeUInt8(scalar.readUInt8(0) & 248, 0)
  scalar.writeUInt8((scalar.readUInt8(31) & 127) | 64, 31)
  const preKey = Curve.generateKeyPair()
  return {
    registrationId: generateRegistrationId(),
    signedIdentityKey: { private: scalar, public: publicKey(X25519_PRIVATE, scalar) },
    signedPreKey: {
      keyId: 1,
      keyPair: preKey,
      signature: xeddsaSignature(seed, generateSignalPubKey(preKey.public)),
    },
  }
}

function xeddsaSignature(seed: Buffer, message: Uint8Array): Buffer {
  const signature = sign(null, message, privateKey(ED25519_PRIVATE, seed))
  const signOfPublicKey = publicKey(ED25519_PRIVATE, seed).readUInt8(31) & 128
  signature.writeUInt8(signature.readUInt8(63) | signOfPublicKey, 63)
  return signature
}

// DER prefixes of 32 raw bytes (RFC 8410).
const X25519_PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex')
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKey(wrapping: Buffer, raw: Buffer) {
  return createPrivateKey({ key: Buffer.concat([wrapping, raw]), format: 'der', type: 'pkcs8' })
}

function publicKey(wrapping: Buffer, raw: Buffer): Buffer {
  return createPublicKey(privateKey(wrapping, raw)).export({ format: 'der', type: 'spki' }).subarray(-32)
}
