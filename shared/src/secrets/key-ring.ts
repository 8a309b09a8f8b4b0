import { createHmac, timingSafeEqual } from 'node:crypto'
import { SealBroken, unseal } from './seal.ts'

/** The current key, then the keys of older data. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]]

/** The keys of a secret's values, in base64. */
export function keyRing([inUse, ...others]: readonly [string, ...string[]]): KeyRing {
  const bytesOf = (value: string) => Buffer.from(value, 'base64')
  return [bytesOf(inUse), ...others.map(bytesOf)]
}

/** Authenticates a text with the current key: HMAC-SHA256 in base64url. */
export const macBy = ([inUse]: KeyRing, text: string): string => macOf(inUse, text)

/** Whether any key of the ring made this authentication of the text. */
export function isMacBy(ring: KeyRing, text: string, mac: string): boolean {
  const given = Buffer.from(mac)
  return ring.some((key) => {
    const expected = Buffer.from(macOf(key, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Opens data sealed with any key of the ring. @throws SealBroken */
export function unsealBy(ring: KeyRing, sealed: Uint8Array, context: string): Uint8Array {
  const [key, ...others] = ring
  try {
    return unseal(key, sealed, context)
  } catch (error) {
    const [next, ...rest] = others
    if (!next || !(error instanceof SealBroken)) throw error
    return unsealBy([next, ...rest], sealed, context)
  }
}

const macOf = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url')
