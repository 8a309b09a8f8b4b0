/**
 * Writes a minimal OLE2 container with one stream, "Workbook": header, table of sectors, directory, stream. Short
 * streams are padded, so none is in small sectors.
 */
export function writeCompoundFile(content: Buffer): Buffer<ArrayBuffer> {
  const stream = Buffer.concat([content, Buffer.alloc(Math.max(0, SMALLEST - content.length))])
  const streamSectors = Math.ceil(stream.length / SECTOR)
  // The table has a word for each sector, including its own.
  let tableSectors = 1
  while (tableSectors * WORDS < tableSectors + 1 + streamSectors) tableSectors++
  const listSectors = Math.ceil(Math.max(0, tableSectors - LISTED_IN_HEADER) / (WORDS - 1))
  tableSectors = Math.ceil((tableSectors + listSectors + 1 + streamSectors) / WORDS) + 1
  const directory = tableSectors + listSectors
  const first = directory + 1

  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tableSectors, 44)
  header.writeUInt32LE(directory, 48)
  header.writeUInt32LE(SMALLEST, 56)
  header.writeUInt32LE(END, 60)
  header.writeUInt32LE(listSectors > 0 ? tableSectors : END, 68)
  header.writeUInt32LE(listSectors, 72)

  const list = Buffer.alloc(listSectors * SECTOR, 0xff)
  for (let sector = 0; sector < tableSectors; sector++) {
    const beyond = sector - LISTED_IN_HEADER
    if (beyond < 0) header.writeUInt32LE(sector, 76 + 4 * sector)
    else list.writeUInt32LE(sector, Math.floor(beyond / (WORDS - 1)) * SECTOR + (beyond % (WORDS - 1)) * 4)
  }
  for (let sector = 0; sector < listSectors; sector++)
    list.writeUInt32LE(
      sector + 1 < listSectors ? tableSectors + sector + 1 : END,
      sector * SECTOR + SECTOR - 4,
    )

  const table = Buffer.alloc(tableSectors * SECTOR, 0xff)
  table.writeUInt32LE(END, directory * 4)
  for (let sector = 0; sector < streamSectors; sector++)
    table.writeUInt32LE(sector + 1 < streamSectors ? first + sector + 1 : END, (first + sector) * 4)

  const rest = Buffer.alloc(streamSectors * SECTOR - stream.length)
  return Buffer.concat([header, table, list, directoryOf(first, stream.length), stream, rest])
}

const SECTOR = 512
const WORDS = SECTOR / 4
const LISTED_IN_HEADER = 109
const SMALLEST = 4096
const END = 0xfffffffe

function directoryOf(first: number, length: number): Buffer {
  const root = entry('Root Entry', 5, END, 0)
  root.writeUInt32LE(1, 76)
  return Buffer.concat([root, entry('Workbook', 2, first, length), Buffer.alloc(256)])
}

function entry(name: string, type: number, first: number, length: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(name.length * 2 + 2, 64)
  bytes.writeUInt8(type, 66)
  bytes.fill(0xff, 68, 80)
  bytes.writeUInt32LE(first, 116)
  bytes.writeUInt32LE(length, 120)
  return bytes
}
