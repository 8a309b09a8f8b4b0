import { createHash, randomBytes } from 'node:crypto'
import { firstOf } from '@recado/shared/first-of'

/** A token that opens something once: whose it is stands in it, what it opens with is stored as a digest alone. */
export interface OneTimeToken {
  token: string
  digest: string
}

/** @param of ids by which the row of this token is found */
export function newOneTimeToken(...of: string[]): OneTimeToken {
  const secret = randomBytes(24).toString('base64url')
  return { token: [...of, secret].join('.'), digest: digestOf(secret) }
}

/** The ids in a token, and the digest of its secret. Nothing says yet that it is a good one. */
export function readOneTimeToken(token: string): { ids: string[]; digest: string } {
  const parts = token.split('.')
  return { ids: firstOf(parts, parts.length - 1), digest: digestOf(parts.at(-1) ?? '') }
}

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
