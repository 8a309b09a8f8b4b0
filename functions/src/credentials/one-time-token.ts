import { createHash, randomBytes } from 'node:crypto'
import { firstOf } from '@recado/shared/first-of'

/** A token that is valid once. It contains its owner's ids and a secret; only the secret's digest is stored. */
export interface OneTimeToken {
  token: string
  digest: string
}

/** @param of ids that locate the token's row */
export function newOneTimeToken(...of: string[]): OneTimeToken {
  const secret = randomBytes(24).toString('base64url')
  return { token: [...of, secret].join('.'), digest: digestOf(secret) }
}

/** The ids in a token, and the digest of its secret. The token is not verified yet. */
export function readOneTimeToken(token: string): { ids: string[]; digest: string } {
  const parts = token.split('.')
  return { ids: firstOf(parts, parts.length - 1), digest: digestOf(parts.at(-1) ?? '') }
}

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
