import { createHmac, randomBytes } from 'node:crypto'
import {
  Curve,
  proto,
  type SignalCreds,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from '@whiskeysockets/baileys'
import { signatureHolds } from '../wire/xeddsa.ts'

/** The phone's signature for a linked device, which the device must answer with its own. */
export type LinkProof = {
  /** Encoded `ADVDeviceIdentity`. */
  details: Uint8Array
  /** Encoded `ADVSignedDeviceIdentityHMAC`, for the device. */
  container: Uint8Array
}

/** The phone signs a device, in a container that only the holder of the QR code's secret accepts. */
export function vouchFor(
  phone: SignalCreds,
  device: { identity: Uint8Array; secret: Uint8Array; keyIndex: number; at: number },
): LinkProof {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomBytes(4).readUInt32BE(),
    timestamp: Math.floor(device.at / 1000),
    keyIndex: device.keyIndex,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish()
  const { private: privateKey, public: publicKey } = phone.signedIdentityKey
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: publicKey,
    accountSignature: Curve.sign(
      privateKey,
      Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, device.identity]),
    ),
  }).finish()
  const hmac = createHmac('sha256', device.secret).update(signed).digest()
  return { details, container: proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish() }
}

/** Whether the device's answer has its signature over both identities. */
export function deviceSigned(
  answer: Uint8Array,
  { details, identity, phone }: { details: Uint8Array; identity: Uint8Array; phone: SignalCreds },
): boolean {
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer)
  if (!deviceSignature) return false
  const message = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, identity, phone.signedIdentityKey.public])
  return signatureHolds(identity, message, deviceSignature)
}
