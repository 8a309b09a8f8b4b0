import {
  type BinaryNode,
  encodeBigEndian,
  generateSignalPubKey,
  KEY_BUNDLE_TYPE,
  type SignalRepository,
} from '@whiskeysockets/baileys'
import { stanza } from '../wire/stanza.ts'

/** Public keys that start a Signal session with a device. The one-time key may be missing. */
export type Bundle = {
  registrationId: number
  identity: Uint8Array
  signedPreKey: { id: number; value: Uint8Array; signature: Uint8Array }
  preKey: { id: number; value: Uint8Array } | undefined
}

/** The same keys in libsignal's form. */
export type SessionKeys = Parameters<SignalRepository['injectE2ESession']>[0]['session']

/** The `user` child of an answer to `encrypt get`. */
export function userWithKeys(jid: string, bundle: Bundle): BinaryNode {
  const { signedPreKey, preKey } = bundle
  return stanza('user', { jid }, [
    ...deviceKeys(bundle),
    stanza('skey', {}, [
      stanza('id', {}, encodeBigEndian(signedPreKey.id, 3)),
      stanza('value', {}, signedPreKey.value),
      stanza('signature', {}, signedPreKey.signature),
    ]),
    ...(preKey
      ? [
          stanza('key', {}, [
            stanza('id', {}, encodeBigEndian(preKey.id, 3)),
            stanza('value', {}, preKey.value),
          ]),
        ]
      : []),
  ])
}

/** The server's answer about a device's keys, without using any up. */
export function deviceKeys(of: Pick<Bundle, 'registrationId' | 'identity'>): BinaryNode[] {
  return [
    stanza('registration', {}, encodeBigEndian(of.registrationId)),
    stanza('type', {}, KEY_BUNDLE_TYPE),
    stanza('identity', {}, of.identity),
  ]
}

export function sessionKeys({ registrationId, identity, signedPreKey, preKey }: Bundle): SessionKeys {
  return {
    registrationId,
    identityKey: signalKey(identity),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: signalKey(signedPreKey.value),
      signature: signedPreKey.signature,
    },
    ...(preKey ? { preKey: { keyId: preKey.id, publicKey: signalKey(preKey.value) } } : {}),
  }
}

// libsignal accepts only Buffers.
const signalKey = (key: Uint8Array): Uint8Array => Buffer.from(generateSignalPubKey(Buffer.from(key)))
