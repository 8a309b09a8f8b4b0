import { randomBytes } from 'node:crypto'
import { isMacBy, keyRing, macBy } from '@recado/shared/secrets/key-ring'
import { secrets } from '../secrets.ts'

/** Session and generation of a refresh token. */
export interface RefreshToken {
  companyId: string
  userId: string
  sid: string
  generation: number
}

export async function signRefreshToken(token: RefreshToken): Promise<string> {
  const { companyId, userId, sid, generation } = token
  const content = [companyId, userId, sid, generation].join('.')
  return `${content}.${macBy(await refreshKeys(), content)}`
}

/** @returns undefined for a token that is not ours */
export async function verifyRefreshToken(token: string): Promise<RefreshToken | undefined> {
  const [companyId = '', userId = '', sid = '', generation = '', mac = ''] = token.split('.')
  const content = [companyId, userId, sid, generation].join('.')
  if (!isMacBy(await refreshKeys(), content, mac)) return undefined
  return { companyId, userId, sid, generation: Number(generation) }
}

const refreshKeys = async () =>
  keyRing(await secrets.secret('refresh-key', () => randomBytes(32).toString('base64')))
