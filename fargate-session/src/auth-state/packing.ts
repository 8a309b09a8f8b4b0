import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** `1`: raw deflate, with the dictionary below. */
export type Packing = 1

/**
 * Words of a Signal session's text, which every such text has. Stored texts need exactly this dictionary: another one
 * gets another number.
 */
const DICTIONARY = Buffer.from(
  '{"type":"Buffer","data":""}"_sessions":{"":{"registrationId":0,"currentRatchet":{"ephemeralKeyPair":{"pubKey":"",' +
    '"privKey":""},"lastRemoteEphemeralKey":"","previousCounter":0,"rootKey":""},"indexInfo":{"baseKey":"",' +
    '"baseKeyType":1,"closed":-1,"used":17,"created":17,"remoteIdentityKey":""},"_chains":{"":{"chainKey":' +
    '{"counter":-1,"key":""},"chainType":2,"messageKeys":{}}},"chainKey":{"counter":0},"chainType":1,"messageKeys":' +
    '{}}},"pendingPreKey":{"signedKeyId":1,"baseKey":"","preKeyId":1}}},"version":"v1"}',
)

/** A text in as few bytes as deflate makes of it: DynamoDB charges for each kilobyte that is written. */
export function packedTight(text: string): { bytes: Uint8Array; packed?: Packing } {
  const plain = Buffer.from(text)
  const deflated = deflateRawSync(plain, { dictionary: DICTIONARY, level: 9 })
  return deflated.length < plain.length ? { bytes: deflated, packed: 1 } : { bytes: plain }
}

/** @param packed how the text was packed, as stored beside it */
export const unpacked = (bytes: Uint8Array, packed: Packing | undefined): string =>
  (packed ? inflateRawSync(bytes, { dictionary: DICTIONARY }) : Buffer.from(bytes)).toString()
