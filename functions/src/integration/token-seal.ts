import { randomBytes } from 'node:crypto'
import { INTEGRATION_KEY, openTokenBy, sealTokenBy } from '@recado/shared/integration/token-seal'
import { SealBroken } from '@recado/shared/secrets/seal'
import { secrets } from '../secrets.ts'

/** Encrypts a company's token under the company's own key. Base64. */
export const sealToken = async (companyId: string, token: string): Promise<string> =>
  sealTokenBy(await keys(), companyId, token)

/** @returns undefined when it cannot be decrypted: it belongs to another company, or the key is gone */
export async function openToken(companyId: string, sealed: string): Promise<string | undefined> {
  const values = await keys()
  try {
    return openTokenBy(values, companyId, sealed)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return undefined
  }
}

const keys = () => secrets.secret(INTEGRATION_KEY, () => randomBytes(48).toString('base64'))
