import { Curve } from '@whiskeysockets/baileys'
import { signatureHolds } from '../wire/xeddsa.ts'

/**
 * Makes the Baileys of this process verify signatures. As it comes, 7.0.0-rc14 takes every signature for true:
 * the certificates of the server and the phone's word for a device. Import it before anything is connected.
 */
Curve.verify = (publicKey, message, signature) =>
  // Some keys carry a byte in front that says which curve they are on.
  signatureHolds(Buffer.from(publicKey).subarray(-KEY_BYTES), message, signature)

const KEY_BYTES = 32
