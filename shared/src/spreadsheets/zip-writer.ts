import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface FileToZip {
  path: string
  /** The content; text is written as UTF-8. */
  pieces: Pieces
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** Writes files into a zip, piece by piece. Only the result is held in memory. */
export async function writeZip(files: Iterable<FileToZip> | AsyncIterable<FileToZip>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipped(files)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Like {@link writeZip}, in pieces, for large files: holds at most one deflated file in memory. */
export async function* zipped(
  files: Iterable<FileToZip> | AsyncIterable<FileToZip>,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let count = 0
  let offset = 0
  for await (const file of files) {
    const packed = await deflate(file.pieces)
    const name = Buffer.from(file.path)
    const common = headerFields(packed, name)
    directory.push(directoryHeader(common, offset), name)
    yield Buffer.concat([LOCAL_SIGNATURE, common, name])
    yield* packed.chunks
    offset += LOCAL_SIGNATURE.length + common.length + name.length + packed.size
    count++
  }
  yield Buffer.concat([...directory, endRecord(count, lengthOf(directory), offset)])
}

interface Packed {
  chunks: Uint8Array[]
  /** Bytes, deflated and original. */
  size: number
  plainSize: number
  crc: number
}

const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04')
const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02')
const END_SIGNATURE = Buffer.from('PK\x05\x06')
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** Always 1/1/1980, the earliest date of a zip, so that the same rows give the same bytes. */
const FIRST_DAY = 0x0021

async function deflate(pieces: Pieces): Promise<Packed> {
  let plainSize = 0
  let crc = 0
  async function* measured() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      plainSize += bytes.length
      crc = crc32(bytes, crc)
      yield bytes
    }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of Readable.from(measured()).compose(createDeflateRaw())) chunks.push(chunk)
  return { chunks, size: lengthOf(chunks), plainSize, crc }
}

/** The 26 bytes that both headers of an entry contain. */
function headerFields({ size, plainSize, crc }: Packed, name: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(FIRST_DAY, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(size, 14)
  fields.writeUInt32LE(plainSize, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function directoryHeader(common: Buffer, offset: number): Buffer {
  const version = Buffer.from([VERSION, 0])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([DIRECTORY_SIGNATURE, version, common, rest])
}

function endRecord(count: number, directorySize: number, offset: number): Buffer {
  const fields = Buffer.alloc(18)
  fields.writeUInt16LE(count, 4)
  fields.writeUInt16LE(count, 6)
  fields.writeUInt32LE(directorySize, 8)
  fields.writeUInt32LE(offset, 12)
  return Buffer.concat([END_SIGNATURE, fields])
}

const lengthOf = (chunks: Uint8Array[]) => chunks.reduce((sum, chunk) => sum + chunk.length, 0)
