import type { Random } from './random.ts'

/** Numbers at the limits of their widths. Careless code adds to and multiplies them. */
export const ODD_NUMBERS: number[] = [
  0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
  0xfffffffa, 0xfffffffe, 0xffffffff,
]

type Bytes = Buffer<ArrayBuffer>
type Mutation = (random: Random, bytes: Bytes, other: Bytes) => Bytes

/** Flips, removes, doubles, or replaces some bytes of a file. Replacements come from another file. */
export function withBytesMutated(random: Random, bytes: Uint8Array, other: Uint8Array): Bytes {
  let mutated = Buffer.from(bytes)
  for (let count = random.size(8); count > 0; count--)
    mutated = random.pick(MUTATIONS)(random, mutated, Buffer.from(other))
  return mutated
}

/** Writes an odd number of one, two or four bytes at a random place of the range. */
export function putOddNumber(random: Random, bytes: Buffer, from = 0, to = bytes.length): void {
  const width = random.pick([1, 2, 4])
  if (to - from < width) return
  const value = random.chance(3) ? random.below(2 ** 32) : random.pick(ODD_NUMBERS)
  bytes.writeUIntLE(value % 2 ** (8 * width), from + random.below(to - from - width + 1), width)
}

const flip: Mutation = (random, bytes) => {
  for (let count = random.size(64); count > 0 && bytes.length > 0; count--) {
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}

const putNumber: Mutation = (random, bytes) => {
  putOddNumber(random, bytes)
  return bytes
}

const cutOff: Mutation = (random, bytes) => bytes.subarray(0, random.below(bytes.length + 1))

const cutOut: Mutation = (random, bytes) => {
  const [from, to] = random.span(bytes.length)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

const double: Mutation = (random, bytes) => {
  const [from, to] = random.span(bytes.length)
  const times = Math.min(random.size(50), Math.floor(2 ** 20 / (to - from + 1)) + 1)
  const piece = bytes.subarray(from, to)
  return Buffer.concat([bytes.subarray(0, to), ...Array<Buffer>(times).fill(piece), bytes.subarray(to)])
}

const splice: Mutation = (random, bytes, other) => {
  const [from, to] = random.span(other.length)
  const at = random.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at + (to - from))])
}

const blank: Mutation = (random, bytes) =>
  bytes.fill(random.pick([0, 0x20, 0x22, 0xff]), ...random.span(bytes.length))

const MUTATIONS: Mutation[] = [flip, flip, putNumber, putNumber, cutOff, cutOut, double, splice, blank]
