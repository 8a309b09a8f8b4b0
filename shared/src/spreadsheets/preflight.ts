import { openCompoundFile } from './compound-file.ts'
import { LIMITS } from './limits.ts'
import { empty, encrypted, tooLarge, unreadable, unsupported } from './spreadsheet-error.ts'
import { detectEncoding } from './text-encoding.ts'
import { openZip } from './zip-archive.ts'

export type SpreadsheetKind = 'xlsx' | 'xls' | 'csv'

/**
 * Detects the kind of a file by its bytes, not its name, before any part is inflated or parsed.
 * @throws SpreadsheetError if the file is of another kind, empty, protected, or too large when inflated.
 */
export function preflight(bytes: Uint8Array): SpreadsheetKind {
  if (bytes.length === 0) throw empty('an empty file')
  if (bytes.length === 1) throw unreadable('a single byte')
  if (bytes.length > LIMITS.fileBytes) throw tooLarge(`a file of ${bytes.length} bytes`)
  if (startsWith(bytes, ZIP) || startsWith(bytes, EMPTY_ZIP)) return zipKind(bytes)
  if (startsWith(bytes, OLE2)) return compoundFileKind(bytes)
  return textKind(bytes)
}

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

function zipKind(bytes: Uint8Array): 'xlsx' {
  const zip = openZip(bytes)
  if (!zip.has('[content_types].xml')) throw unsupported('a zip, but no .xlsx')
  return 'xlsx'
}

function compoundFileKind(bytes: Uint8Array): 'xls' {
  const streams = openCompoundFile(bytes)
  // A password puts the whole .xlsx into such a container.
  if (streams.has('encryptedpackage')) throw encrypted()
  if (!streams.has('workbook') && !streams.has('book')) throw unsupported('an Office document, but no .xls')
  return 'xls'
}

/** HTML or XML named .xls, PDF, RTF, and the address book of a phone (vCard), whose lines could pass for rows. */
const MARKED_UP = /^\s*(?:<[!?a-z]|%PDF-|\{\\rtf|BEGIN:VCARD)/i

function textKind(bytes: Uint8Array): 'csv' {
  const encoding = detectEncoding(bytes)
  const beginning = new TextDecoder(encoding).decode(bytes.subarray(0, 1024))
  if (MARKED_UP.test(beginning)) throw unsupported('a document, but no table of text')
  return 'csv'
}
