/** A recording that is not what its type says. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
}

/** An element of EBML, the container format under WebM (RFC 8794). */
interface Element {
  id: number
  /** Of an element with content; that of a parent follows as elements of their own. */
  content: Uint8Array
}

/**
 * The elements of an EBML file in their order. Parents are entered instead of skipped: a browser that records does not
 * know their size. A last element that is cut off is left out.
 * @param parents the ids of elements that contain elements
 */
export function* readElements(bytes: Uint8Array, parents: ReadonlySet<number>): Generator<Element> {
  let position = 0
  while (position < bytes.length) {
    const id = readNumber(bytes, position, 'with marker')
    const size = id && readNumber(bytes, position + id.length, 'without marker')
    if (!id || !size) return
    const start = position + id.length + size.length
    if (parents.has(id.value)) {
      yield { id: id.value, content: bytes.subarray(start, start) }
      position = start
      continue
    }
    const end = start + size.value
    if (end > bytes.length) return
    yield { id: id.value, content: bytes.subarray(start, end) }
    position = end
  }
}

interface ReadNumber {
  value: number
  /** Bytes. */
  length: number
}

const LONGEST = 8

/** A number of variable length: the zeros before its first one tell how many bytes follow. */
export function readNumber(
  bytes: Uint8Array,
  at: number,
  kind: 'with marker' | 'without marker',
): ReadNumber | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  const length = Math.clz32(first) - 23
  if (length > LONGEST) throw new UnreadableRecording('An EBML number is longer than eight bytes')
  if (at + length > bytes.length) return undefined
  let value = kind === 'with marker' ? first : first & (0xff >> length)
  // Larger numbers than 2^53 are sizes that the writer does not know, and only of parents.
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte
  return { value, length }
}

/** An unsigned integer of up to six bytes, the highest byte first. */
export const integerIn = (content: Uint8Array): number =>
  content.reduce((value, byte) => value * 256 + byte, 0)
