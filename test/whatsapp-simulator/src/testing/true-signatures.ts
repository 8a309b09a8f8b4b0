import { Curve } from '@whiskeysockets/baileys'
import { signatureHolds } from '../wire/xeddsa.ts'

/**
 * Makes this process's Baileys verify signatures. By default, 7.0.0-rc14 accepts every signature: the server's
 * certificates and the phone's signature of a device. Import it before any connection is made.
 */
Curve.verify = (publicKey, message, signature) =>
  // Some keys have a leading byte that names their curve.
  signatureHolds(Buffer.from(publicKey).subarray(-KEY_BYTES), message, signature)

const KEY_BYTES = 32
