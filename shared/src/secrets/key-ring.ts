import { createHmac, timingSafeEqual } from 'node:crypto'
import { unseal } from './seal.ts'

/** The key in use, and behind it those that what was made earlier may have been made with. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]]

/** The values of a secret as keys. @param values base64 */
export function keyRing([inUse, ...others]: readonly [string, ...string[]]): KeyRing {
  const bytesOf = (value: string) => Buffer.from(value, 'base64')
  return [bytesOf(inUse), ...others.map(bytesOf)]
}

/** Authenticates a text by the key in use: HMAC-SHA256 in base64url. */
export const macBy = ([inUse]: KeyRing, text: string): string => macOf(inUse, text)

/** Whether this is the text's authentication by any key of the ring. */
export function isMacBy(ring: KeyRing, text: string, mac: string): boolean {
  const given = Buffer.from(mac)
  return ring.some((key) => {
    const expected = Buffer.from(macOf(key, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Opens what was sealed with any key of the ring. @throws where none is the one, or the context is another */
export function unsealBy(ring: KeyRing, sealed: Uint8Array, context: string): Uint8Array {
  const [key, ...others] = ring
  try {
    return unseal(key, sealed, context)
  } catch (error) {
    const [next, ...rest] = others
    if (!next) throw error
    return unsealBy([next, ...rest], sealed, context)
  }
}

const macOf = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url')
