/** Content of a QR code for linking: `https://wa.me/settings/linked_devices#` and five parts, or the bare parts. */
export type QrCode = { reference: string; noiseKey: Buffer; identity: Buffer; secret: Buffer }

/** Parses the text of a QR code; undefined for another kind of code. */
export function readQrCode(text: string): QrCode | undefined {
  const parts = text.slice(text.lastIndexOf('#') + 1).split(',')
  const [reference, ...keys] = parts
  const [noiseKey, identity, secret] = keys.map((key) => Buffer.from(key, 'base64'))
  if (!reference || !noiseKey || !identity || !secret) return undefined
  if ([noiseKey, identity, secret].some((key) => key.length !== KEY_BYTES)) return undefined
  return { reference, noiseKey, identity, secret }
}

const KEY_BYTES = 32
