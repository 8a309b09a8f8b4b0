/**
 * A bytes field that the library's protocol is too old to write. For fewer than 128 bytes, and field numbers from
 * 16 on.
 */
export const field = (number: number, bytes: Uint8Array): Uint8Array => {
  const tag = number * 8 + 2
  const head = tag < 128 ? [tag] : [(tag % 128) + 128, Math.floor(tag / 128)]
  return Buffer.concat([Buffer.from([...head, bytes.length]), bytes])
}
