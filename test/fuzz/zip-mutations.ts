import { inflateRawSync } from 'node:zlib'
import { openZip } from '@recado/shared/spreadsheets/zip-archive'
import { writeZip } from '@recado/shared/spreadsheets/zip-writer'
import { putOddNumber } from './byte-mutations.ts'
import type { Random } from './random.ts'
import { withMarkupMutated } from './xml-mutations.ts'

/** Breaks the XML of an .xlsx in a valid zip, so that the XML is read. */
export async function withPartsMutated(random: Random, bytes: Uint8Array): Promise<Uint8Array> {
  const parts = partsOf(bytes)
  for (let count = random.size(4); count > 0; count--) {
    const sheets = parts.filter(({ path }) => path.includes('sheet'))
    const part = random.any(random.chance(2) ? parts : sheets)
    const other = random.any(parts)
    if (!part || !other) break
    const kind = random.below(12)
    if (kind === 0) parts.splice(parts.indexOf(part), 1)
    else if (kind === 1) part.xml = other.xml
    else if (kind === 2) part.path = other.path
    else part.xml = withMarkupMutated(random, part.xml, other.xml)
  }
  return writeZip(parts.map(({ path, xml }) => ({ path, pieces: [xml] })))
}

/** Falsifies sizes, places, methods and names in the zip of an .xlsx. */
export function withDirectoryMutated(random: Random, bytes: Uint8Array): Uint8Array {
  const zip = Buffer.from(bytes)
  for (let count = random.size(6); count > 0; count--) {
    const [signature, length] = random.pick(HEADERS)
    const places = placesOf(zip, signature)
    const at = random.any(places)
    if (at !== undefined) putOddNumber(random, zip, at + 4, Math.min(zip.length, at + length))
  }
  return zip
}

const HEADERS: [string, number][] = [
  ['PK\x01\x02', 46],
  ['PK\x01\x02', 46],
  ['PK\x03\x04', 30],
  ['PK\x05\x06', 22],
]

function placesOf(zip: Buffer, signature: string): number[] {
  const places: number[] = []
  for (let at = zip.indexOf(signature, 0, 'latin1'); at !== -1; at = zip.indexOf(signature, at + 4, 'latin1'))
    places.push(at)
  return places
}

const MOST_INFLATED = 2 * 1024 * 1024

/** The parts that can be inflated. */
function partsOf(bytes: Uint8Array): { path: string; xml: string }[] {
  return [...openZip(bytes)].flatMap(([path, { method, packed }]) => {
    const content = method === 0 ? Buffer.from(packed) : inflated(packed)
    return content ? [{ path, xml: content.toString() }] : []
  })
}

function inflated(packed: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: MOST_INFLATED })
  } catch {
    // Some originals are bombs or broken.
    return undefined
  }
}
