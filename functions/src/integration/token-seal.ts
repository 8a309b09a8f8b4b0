import { hkdfSync, randomBytes } from 'node:crypto'
import { type KeyRing, keyRing, unsealBy } from '@recado/shared/secrets/key-ring'
import { SealBroken, seal } from '@recado/shared/secrets/seal'
import { secrets } from '../secrets.ts'

const KEY_BYTES = 32

/** Encrypts a company's token under the company's own key. Base64. */
export async function sealToken(companyId: string, token: string): Promise<string> {
  const sealed = seal((await keysOf(companyId))[0], Buffer.from(token), contextOf(companyId))
  return Buffer.from(sealed).toString('base64')
}

/** @returns undefined when it cannot be decrypted: it belongs to another company, or the key is gone */
export async function openToken(companyId: string, sealed: string): Promise<string | undefined> {
  const keys = await keysOf(companyId)
  try {
    const bytes = unsealBy(keys, Buffer.from(sealed, 'base64'), contextOf(companyId))
    return Buffer.from(bytes).toString('utf8')
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return undefined
  }
}

async function keysOf(companyId: string): Promise<KeyRing> {
  const values = await secrets.secret('integration-key', () => randomBytes(48).toString('base64'))
  const [inUse, ...others] = keyRing(values)
  const ofCompany = (key: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', key, companyId, 'integration', KEY_BYTES))
  return [ofCompany(inUse), ...others.map(ofCompany)]
}

const contextOf = (companyId: string) => `${companyId}|integration|token`
