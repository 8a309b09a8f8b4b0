import { hkdfSync } from 'node:crypto'
import { type KeyRing, keyRing, unsealBy } from '../secrets/key-ring.ts'
import { seal } from '../secrets/seal.ts'

/** Name of the secret that seals tokens of other platforms. */
export const INTEGRATION_KEY = 'integration-key'
const KEY_BYTES = 32

/** Seals a token under the company's own key. @param values of {@link INTEGRATION_KEY} @returns base64 */
export const sealTokenBy = (
  values: readonly [string, ...string[]],
  companyId: string,
  token: string,
): string =>
  Buffer.from(seal(keysOf(values, companyId)[0], Buffer.from(token), contextOf(companyId))).toString('base64')

/** @throws SealBroken when it belongs to another company, or the key is gone */
export const openTokenBy = (
  values: readonly [string, ...string[]],
  companyId: string,
  sealed: string,
): string =>
  Buffer.from(
    unsealBy(keysOf(values, companyId), Buffer.from(sealed, 'base64'), contextOf(companyId)),
  ).toString('utf8')

function keysOf(values: readonly [string, ...string[]], companyId: string): KeyRing {
  const [inUse, ...others] = keyRing(values)
  const ofCompany = (key: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', key, companyId, 'integration', KEY_BYTES))
  return [ofCompany(inUse), ...others.map(ofCompany)]
}

const contextOf = (companyId: string) => `${companyId}|integration|token`
