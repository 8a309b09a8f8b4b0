import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { SystemUnderTest } from './local-system.ts'

const record = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof record>

/** Parts of an access token, for building a modified one. */
export interface TokenParts {
  header: Fields
  claims: Fields
}

export function partsOf(token: string): TokenParts {
  const [header = '', claims = ''] = token.split('.')
  return { header: decoded(header), claims: decoded(claims) }
}

/** A token signed with this Ed25519 key, with any content. */
export const signed = ({ header, claims }: TokenParts, key: KeyObject): string => {
  const content = contentOf({ header, claims })
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`
}

/** A token "signed" with a shared secret. */
export const signedWithSecret = (parts: TokenParts, secret: string | Uint8Array): string => {
  const content = contentOf(parts)
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

export const unsigned = (parts: TokenParts): string => `${contentOf(parts)}.`

/** The system's signing key, which only its data folder contains. */
export async function signingKeyOf({ layout }: SystemUnderTest): Promise<KeyObject> {
  const jwk = record.parse(JSON.parse(await readFile(join(layout.data, 'keys/signing-key.secret'), 'utf8')))
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const contentOf = ({ header, claims }: TokenParts): string => `${encoded(header)}.${encoded(claims)}`

const encoded = (fields: Fields): string => Buffer.from(JSON.stringify(fields)).toString('base64url')

const decoded = (text: string): Fields => record.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))

/** The same token, expired a while ago. */
export function ranOut({ header, claims }: TokenParts, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000)
  return signed({ header, claims: { ...claims, iat: now - 1300, exp: now - 100 } }, key)
}
