import { BIFF } from '@recado/shared/spreadsheets/biff-records'
import { openCompoundFile } from '@recado/shared/spreadsheets/compound-file'
import { putOddNumber } from './byte-mutations.ts'
import { writeCompoundFile } from './compound-writer.ts'
import type { Random } from './random.ts'

interface Piece {
  id: number
  data: Buffer
  /** The length that the record declares, if it is wrong. */
  claimed?: number
  /** For a sheet in the list of sheets: its first record. */
  beginning?: Piece | undefined
}

/** Breaks records of an .xls in a valid container: other types and lengths, strings torn at other places. */
export function withRecordsMutated(random: Random, bytes: Uint8Array): Uint8Array {
  const streams = openCompoundFile(bytes)
  const stream = (streams.get('workbook') ?? streams.get('book'))?.() ?? Buffer.alloc(0)
  const pieces = piecesOf(stream)
  for (let count = random.size(8); count > 0; count--) mutate(random, pieces)
  return writeCompoundFile(written(pieces))
}

/** Breaks the container of an .xls: its header, its chains of sectors, its directory. */
export function withContainerMutated(random: Random, bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes)
  for (let count = random.size(8); count > 0; count--) {
    const sector = random.pick([
      file.readUInt32LE(48),
      file.readUInt32LE(60),
      file.readUInt32LE(68),
      file.readUInt32LE(76),
    ])
    const at = (sector + 1) * 512
    const isHeader = random.chance(3) || at + 512 > file.length
    if (isHeader) putOddNumber(random, file, 24, 112)
    else putOddNumber(random, file, at, at + 512)
  }
  // An incomplete last sector.
  return random.chance(3) ? file.subarray(0, file.length - random.below(1024)) : file
}

const TYPES = Object.values(BIFF)
/** Records with text and tables, where readers fail most. */
const DELICATE = new Set<number>([
  BIFF.sharedStrings,
  BIFF.continue,
  BIFF.numberFormat,
  BIFF.sheet,
  BIFF.label,
  BIFF.string,
])

function mutate(random: Random, pieces: Piece[]): void {
  const delicate = pieces.filter(({ id }) => DELICATE.has(id))
  const piece = random.any(random.chance(2) && delicate.length > 0 ? delicate : pieces)
  if (!piece) return
  const at = pieces.indexOf(piece)
  const kind = random.below(9)
  if (kind === 0) piece.id = random.any(TYPES) ?? piece.id
  else if (kind === 1) piece.claimed = random.below(0x10000)
  else if (kind === 2) pieces.splice(at, random.size(20))
  else if (kind === 3)
    pieces.splice(at, 0, ...Array.from({ length: random.size(3_000) }, () => ({ ...piece })))
  else if (kind === 4) {
    const other = pieces[random.below(pieces.length)]
    if (other) pieces.splice(at, 0, { ...other })
  } else if (kind === 5) tear(random, pieces, at, piece)
  else if (kind === 6) piece.data = piece.data.subarray(0, random.below(piece.data.length + 1))
  else {
    piece.data = Buffer.from(piece.data)
    putOddNumber(random, piece.data)
  }
}

/** Moves the rest of a record's content into CONTINUE records, from any place. */
function tear(random: Random, pieces: Piece[], at: number, piece: Piece): void {
  for (let count = random.size(30); count > 0; count--) {
    const border = random.below(piece.data.length + 1)
    const rest = piece.data.subarray(border)
    piece.data = piece.data.subarray(0, border)
    // A continued text begins with new flags.
    const flags = random.chance(2) ? Buffer.from([random.below(2)]) : Buffer.alloc(0)
    pieces.splice(at + 1, 0, { id: BIFF.continue, data: Buffer.concat([flags, rest]) })
  }
}

function piecesOf(stream: Buffer): Piece[] {
  const pieces: Piece[] = []
  const byPlace = new Map<number, Piece>()
  for (let at = 0; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2)
    const piece = { id: stream.readUInt16LE(at), data: stream.subarray(at + 4, end) }
    pieces.push(piece)
    byPlace.set(at, piece)
    at = end
  }
  for (const piece of pieces)
    if (piece.id === BIFF.sheet && piece.data.length >= 4)
      piece.beginning = byPlace.get(piece.data.readUInt32LE(0))
  return pieces
}

/** Writes the records, with the new offset of each sheet in the list of sheets. */
function written(pieces: Piece[]): Buffer {
  const places = new Map<Piece, number>()
  let at = 0
  for (const piece of pieces) {
    places.set(piece, at)
    at += 4 + piece.data.length
  }
  return Buffer.concat(
    pieces.flatMap(({ id, data, claimed, beginning }) => {
      const header = Buffer.alloc(4)
      header.writeUInt16LE(id)
      header.writeUInt16LE(claimed ?? Math.min(data.length, 0xffff), 2)
      const place = beginning && places.get(beginning)
      if (place === undefined || data.length < 4) return [header, data]
      const moved = Buffer.from(data)
      moved.writeUInt32LE(place)
      return [header, moved]
    }),
  )
}
