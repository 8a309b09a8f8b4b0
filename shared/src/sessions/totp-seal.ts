import { type KeyRing, keyRing, unsealBy } from '../secrets/key-ring.ts'
import { seal } from '../secrets/seal.ts'

/** Name of the secret that seals the secrets of authenticators. */
export const TOTP_KEY = 'totp-key'
const KEY_BYTES = 32

/** A user's own account, independent of the company they work in. */
export interface Account {
  companyId: string
  userId: string
}

/** Seals the secret of an authenticator. @param values of {@link TOTP_KEY} @returns base64 */
export const sealTotp = (values: readonly [string, ...string[]], account: Account, text: string): string =>
  Buffer.from(seal(keysOf(values)[0], Buffer.from(text), contextOf(account))).toString('base64')

/** @throws SealBroken if no value of the secret opens it */
export const openTotp = (values: readonly [string, ...string[]], account: Account, sealed: string): string =>
  Buffer.from(unsealBy(keysOf(values), Buffer.from(sealed, 'base64'), contextOf(account))).toString()

/** Encryption context: a secret decrypts only for its user. */
const contextOf = ({ companyId, userId }: Account) => `totp|${companyId}|${userId}`

function keysOf(values: readonly [string, ...string[]]): KeyRing {
  const [inUse, ...others] = keyRing(values)
  const cut = (key: Uint8Array) => key.subarray(0, KEY_BYTES)
  return [cut(inUse), ...others.map(cut)]
}
