import { firstOf } from '../first-of.ts'
import { unreadable } from './spreadsheet-error.ts'

/** The streams of an OLE2 container (the outside of an .xls), by name in lower case. */
export type CompoundFile = ReadonlyMap<string, () => Buffer>

/**
 * Opens the container. A stream is read when its function is called.
 * @throws SpreadsheetError, here or there, if the file is cut off or a chain of sectors is circular.
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < HEADER_SIZE) throw unreadable('an OLE2 file that is cut off')
  const sectors = new Sectors(file, 1 << sectorShift(file))
  const table = readSectorTable(file, sectors)
  const directory = sectors.join(chain(table, file.readUInt32LE(48)))
  const cutoff = file.readUInt32LE(56)

  // Streams below the cutoff live in small sectors within the root entry's own stream.
  const small = () => {
    const root = directory.subarray(0, ENTRY_SIZE)
    const host = sectors.join(chain(table, root.readUInt32LE(116)))
    const smallTable = words(sectors.join(chain(table, file.readUInt32LE(60))))
    return { sectors: new Sectors(host, 1 << file.readUInt16LE(32), 0), table: smallTable }
  }

  const streams = new Map<string, () => Buffer>()
  for (let at = 0; at + ENTRY_SIZE <= directory.length; at += ENTRY_SIZE) {
    const entry = directory.subarray(at, at + ENTRY_SIZE)
    if (entry[66] !== STREAM) continue
    const name = entry.toString('utf16le', 0, Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2)))
    const start = entry.readUInt32LE(116)
    const size = entry.readUInt32LE(120)
    streams.set(name.toLowerCase(), () => {
      const from = size < cutoff ? small() : { sectors, table }
      const content = from.sectors.join(chain(from.table, start))
      if (content.length < size) throw unreadable('a stream of an OLE2 file is cut off')
      return content.subarray(0, size)
    })
  }
  return streams
}

const HEADER_SIZE = 512
const ENTRY_SIZE = 128
const STREAM = 2
const LAST_NORMAL_SECTOR = 0xfffffffa
const SECTORS_LISTED_IN_HEADER = 109

class Sectors {
  readonly size: number
  readonly #bytes: Buffer
  readonly #before: number

  /** The header occupies the first sector. */
  constructor(bytes: Buffer, size: number, before = size) {
    this.#bytes = bytes
    this.size = size
    this.#before = before
  }

  read(sector: number): Buffer {
    const start = this.#before + sector * this.size
    if (start >= this.#bytes.length) throw unreadable('an OLE2 file that is cut off')
    return this.#bytes.subarray(start, start + this.size)
  }

  join(sectors: number[]): Buffer {
    return Buffer.concat(sectors.map((sector) => this.read(sector)))
  }
}

function sectorShift(file: Buffer): number {
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw unreadable('an OLE2 file with odd sectors')
  return shift
}

/** The successor of each sector. The header and a chain after it list the table's own sectors. */
function readSectorTable(file: Buffer, sectors: Sectors): number[] {
  const count = file.readUInt32LE(44)
  if (count * sectors.size > file.length) throw unreadable('an OLE2 file that is cut off')
  const listed: number[] = []
  for (let index = 0; index < SECTORS_LISTED_IN_HEADER; index += 1)
    listed.push(file.readUInt32LE(76 + 4 * index))
  let next = file.readUInt32LE(68)
  while (next < LAST_NORMAL_SECTOR && listed.length < count) {
    const more = words(sectors.read(next))
    // A sector that is cut off could point to itself and list nothing: an endless loop.
    if (more.length < 2) throw unreadable('an OLE2 file that is cut off')
    next = more.pop() ?? LAST_NORMAL_SECTOR
    listed.push(...more)
  }
  return words(sectors.join(firstOf(listed, count)))
}

function chain(table: number[], start: number): number[] {
  const sectors: number[] = []
  for (let sector = start; sector < LAST_NORMAL_SECTOR; sector = table[sector] ?? LAST_NORMAL_SECTOR) {
    sectors.push(sector)
    if (sectors.length > table.length) throw unreadable('an OLE2 file whose sectors run in a circle')
  }
  return sectors
}

function words(bytes: Buffer): number[] {
  const all: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) all.push(bytes.readUInt32LE(at))
  return all
}
