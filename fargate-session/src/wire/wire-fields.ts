/** A raw field of a protocol buffer: its number, and its bytes if it is length-delimited. */
export interface WireField {
  number: number
  bytes: Uint8Array | undefined
}

/**
 * All fields of a protocol buffer, also those that the library's protocol does not know and drops. Reading stops at
 * the first group, a form that WhatsApp no longer uses.
 * @throws RangeError when the bytes are not a protocol buffer
 */
export function wireFields(buffer: Uint8Array): WireField[] {
  const fields: WireField[] = []
  let at = 0
  const skip = (length: number) => {
    at += length
    if (at > buffer.length) throw new RangeError('A field ends behind the buffer')
  }
  const readNumber = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = buffer[at]
      skip(1)
      // A 64-bit number loses its lowest bits. Only tags and lengths are used.
      value += ((byte ?? 0) & 0x7f) * 2 ** shift
      if ((byte ?? 0) < 0x80) return value
    }
  }
  while (at < buffer.length) {
    const tag = readNumber()
    const number = Math.floor(tag / 8)
    if (![0, 1, 2, 5].includes(tag % 8)) return [...fields, { number, bytes: undefined }]
    const length = lengthOf(tag % 8, readNumber)
    const from = at
    skip(length ?? 0)
    fields.push({ number, bytes: length === undefined ? undefined : buffer.subarray(from, at) })
  }
  return fields
}

/** Bytes of the first field with this number. */
export const wireField = (buffer: Uint8Array, number: number): Uint8Array | undefined =>
  wireFields(buffer).find((field) => field.number === number)?.bytes

/** Length of the next field. A varint is read at once. */
function lengthOf(wireType: number, readNumber: () => number): number | undefined {
  if (wireType === 0) {
    readNumber()
    return undefined
  }
  if (wireType === 1) return 8
  if (wireType === 2) return readNumber()
  return 4
}
