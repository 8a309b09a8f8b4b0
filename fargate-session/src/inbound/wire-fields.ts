/** A field of a protocol buffer as it came: its number, and its bytes where it has a length of its own. */
export interface WireField {
  number: number
  bytes: Uint8Array | undefined
}

/**
 * The fields of a protocol buffer, those included that the library's protocol does not know and drops. The first group,
 * which nothing of WhatsApp's has any more, is the last that is read.
 * @throws RangeError where the bytes are none
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
      // A number of 64 bits loses its lowest bits: only tags and lengths are looked at.
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

/** The bytes of the first field of a number. */
export const wireField = (buffer: Uint8Array, number: number): Uint8Array | undefined =>
  wireFields(buffer).find((field) => field.number === number)?.bytes

/** How long a field is that comes now; a number is read at once. */
function lengthOf(wireType: number, readNumber: () => number): number | undefined {
  if (wireType === 0) {
    readNumber()
    return undefined
  }
  if (wireType === 1) return 8
  if (wireType === 2) return readNumber()
  return 4
}
