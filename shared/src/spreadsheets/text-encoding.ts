import { isUtf8 } from 'node:buffer'
import { unreadable } from './spreadsheet-error.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

/**
 * Detects the encoding of a text file: by its byte order mark, else UTF-16 by the zeros beside its letters, else UTF-8
 * if every byte fits, else the code page in which Excel writes a .csv: Windows-1252, on a Mac Mac OS Roman.
 * @throws SpreadsheetError if the bytes are no text.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'

  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  let controls = 0
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
    else if (byte < 0x20 && !WHITE_SPACE.has(byte)) controls += 1
  })
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length * MOST_OF_HALF && even === 0) return 'utf-16le'
  if (even > sample.length * MOST_OF_HALF && odd === 0) return 'utf-16be'
  if (even + odd > 0 || controls > sample.length * FEW) throw unreadable('bytes that are no text')
  // The mark counts more than one broken byte far down, which would break every accent.
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  return isMarked || isUtf8(bytes) ? 'utf-8' : codePageOf(sample)
}

/**
 * The code page in which more bytes are letters of Portuguese and Spanish. Bytes that are dashes and quotes on Windows do
 * not count as letters of a Mac.
 */
function codePageOf(sample: Uint8Array): 'windows-1252' | 'macintosh' {
  const onMac = lettersIn(
    sample.filter((byte) => byte < 0x91 || byte > 0x97),
    'macintosh',
  )
  return onMac > lettersIn(sample, 'windows-1252') ? 'macintosh' : 'windows-1252'
}

const lettersIn = (bytes: Uint8Array, encoding: TextEncoding): number =>
  new TextDecoder(encoding).decode(bytes).match(/[àáâãçéêíóôõúüñ]/giu)?.length ?? 0

/** The text in pieces, without its byte order mark. */
export function* decodeText(bytes: Uint8Array, encoding: TextEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true })
  }
  yield decoder.decode()
}

const SAMPLE = 64 * 1024
const PIECE = 64 * 1024
const MOST_OF_HALF = 0.35
const FEW = 0.02
/** Tab, line ends, form feed, and the end mark of old DOS files. */
const WHITE_SPACE = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a])
