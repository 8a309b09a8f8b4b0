import { hkdfSync, randomBytes } from 'node:crypto'
import { seal, unseal } from '@recado/shared/secrets/seal'
import { keys } from '../context.ts'

const KEY_BYTES = 32

/** A company's token as it may be stored: under a key of that company's own. Base64. */
export async function sealToken(companyId: string, token: string): Promise<string> {
  const sealed = seal(await keyOf(companyId), Buffer.from(token), contextOf(companyId))
  return Buffer.from(sealed).toString('base64')
}

/** @returns undefined where it cannot be opened: it was sealed for another company, or under a key that is gone */
export async function openToken(companyId: string, sealed: string): Promise<string | undefined> {
  const key = await keyOf(companyId)
  try {
    const bytes = unseal(key, Buffer.from(sealed, 'base64'), contextOf(companyId))
    return Buffer.from(bytes).toString('utf8')
  } catch {
    return undefined
  }
}

async function keyOf(companyId: string): Promise<Uint8Array> {
  const secret = await keys.secret('integration-key', () => randomBytes(48).toString('base64'))
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64'), companyId, 'integration', KEY_BYTES),
  )
}

const contextOf = (companyId: string) => `${companyId}|integration|token`
