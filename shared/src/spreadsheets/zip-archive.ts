import { TextDecoder } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import { LIMITS } from './limits.ts'
import { encrypted, tooLarge, unreadable } from './spreadsheet-error.ts'

/** The files of a zip by path. Paths have forward slashes and lower case, because writers differ. */
export type ZipArchive = ReadonlyMap<string, ZipEntry>

export interface ZipEntry {
  /** Inflated bytes as declared in the directory. {@link inflate} checks them. */
  size: number
  method: number
  crc: number
  packed: Uint8Array
}

/**
 * Reads the directory of a zip, and inflates nothing.
 * @throws SpreadsheetError if the zip is broken, has a password, or is a bomb: too many entries, too many bytes, too
 * high a ratio, or fewer declared bytes than packed ones.
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(view)
  const count = view.getUint16(end + 10, true)
  if (count > LIMITS.zipEntries) throw tooLarge(`${count} files in the zip`)

  const entries = new Map<string, ZipEntry>()
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let index = 0; index < count; index += 1) {
    const header = readHeader(view, bytes, at)
    total += header.entry.size
    if (total > LIMITS.inflatedBytes)
      throw tooLarge(`the zip inflates to more than ${LIMITS.inflatedBytes} bytes`)
    entries.set(header.path, header.entry)
    at = header.next
  }
  return entries
}

/**
 * Reads an entry as text, in pieces. UTF-8, or UTF-16 if it begins with a byte order mark.
 * @throws SpreadsheetError if the entry is damaged or inflates to more than its declared bytes.
 */
export async function* inflate(entry: ZipEntry): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let size = 0
  let crc = 0
  for await (const piece of contentOf(entry)) {
    size += piece.length
    if (size > entry.size) throw tooLarge('a file of the zip is larger than its directory says')
    crc = crc32(piece, crc)
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8')
    yield decoder.decode(piece, { stream: true })
  }
  if (size !== entry.size || crc !== entry.crc) throw unreadable('a file of the zip is damaged')
}

const END_RECORD = 0x06054b50
const END_RECORD_SIZE = 22
const LONGEST_COMMENT = 0xffff
const DIRECTORY_HEADER = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const ZIP64_FIELD = 0x0001
/** In place of a number that stands in the Zip64 field. */
const IN_ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8
/** The most bytes that deflate adds to incompressible data, with a margin. */
const DEFLATE_OVERHEAD = 1024
const INFLATED_PIECE = 256 * 1024

function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD_SIZE
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at
  }
  throw unreadable('the zip has no directory: it is cut off')
}

function readHeader(view: DataView, bytes: Uint8Array, at: number) {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_HEADER)
    throw unreadable('broken zip directory')
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const next = extraEnd + view.getUint16(at + 32, true)
  const [size, packedSize, start] = wholeNumbers(
    view,
    [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
    { from: nameEnd, to: extraEnd },
  )
  if (flags & 1) throw encrypted()
  if (method === DEFLATED) refuseBomb(size, packedSize)

  const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd))
  const path = name.replaceAll('\\', '/').toLowerCase()
  const packed = packedContent(view, bytes, start, packedSize)
  return { path, entry: { size, method, crc: view.getUint32(at + 16, true), packed }, next }
}

/**
 * The numbers of an entry with those that stand in its Zip64 field instead, which has only these, in this order (APPNOTE
 * 4.5.3). Some writers use it for small files too, such as Apache POI with `Zip64Mode.AlwaysWithCompatibility`.
 */
function wholeNumbers(
  view: DataView,
  numbers: [size: number, packedSize: number, start: number],
  { from, to }: { from: number; to: number },
): [size: number, packedSize: number, start: number] {
  if (!numbers.includes(IN_ZIP64) || to > view.byteLength) return numbers
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_FIELD) continue
    let next = at + 4
    const whole = (number: number): number => {
      if (number !== IN_ZIP64) return number
      if (next + 8 > to) throw unreadable('a broken Zip64 field')
      next += 8
      return Number(view.getBigUint64(next - 8, true))
    }
    const [size, packedSize, start] = numbers
    return [whole(size), whole(packedSize), whole(start)]
  }
  return numbers
}

function refuseBomb(size: number, packedSize: number): void {
  if (size > LIMITS.inflateRatioFloor && size > packedSize * LIMITS.inflateRatio) {
    throw tooLarge(`${packedSize} bytes inflate to ${size}`)
  }
  if (packedSize > size + DEFLATE_OVERHEAD) throw tooLarge('the zip directory lies about a size')
}

function packedContent(view: DataView, bytes: Uint8Array, at: number, packedSize: number): Uint8Array {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL_HEADER)
    throw unreadable('broken zip entry')
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (start + packedSize > bytes.length) throw unreadable('a file of the zip is cut off')
  return bytes.subarray(start, start + packedSize)
}

function contentOf({ method, packed }: ZipEntry): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (method === STORED) return [packed]
  if (method !== DEFLATED) throw unreadable(`zip method ${method}`)
  const inflater = createInflateRaw({ chunkSize: INFLATED_PIECE })
  inflater.end(packed)
  return inflater
}
