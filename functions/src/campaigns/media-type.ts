import { MEDIA_LIMITS } from '@recado/shared/conversations/content'

const DOCUMENT = 'application/octet-stream'

/**
 * What an attachment is sent and shown as. Its name says it, and of what a browser or WhatsApp would show itself
 * the first bytes must agree; everything else is a document that nothing opens by itself.
 */
export function mediaTypeOf(fileName: string, bytes: Uint8Array): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const known = KNOWN.get(extension)
  if (!known?.begins) return known?.type ?? DOCUMENT
  const isTooLong = known.type.startsWith('audio/') && bytes.length > MEDIA_LIMITS.audio
  return known.begins(bytes) && !isTooLong ? known.type : DOCUMENT
}

/** Whether a browser may show it in its place; anything else it saves. */
export const isShown = (mediaType: string): boolean => /^(image|audio|video)\//.test(mediaType)

interface Known {
  type: string
  begins?: (bytes: Uint8Array) => boolean
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')
const startsWith = (wanted: string) => (bytes: Uint8Array) => text(bytes, 0, wanted.length) === wanted
const isContainer = (bytes: Uint8Array) => text(bytes, 4, 8) === 'ftyp'
const isWebp = (bytes: Uint8Array) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP'
const isFrame = (mask: number, wanted: number) => (bytes: Uint8Array) =>
  bytes[0] === 0xff && ((bytes[1] ?? 0) & mask) === wanted
const isMp3 = (bytes: Uint8Array) => startsWith('ID3')(bytes) || isFrame(0xe0, 0xe0)(bytes)

const jpeg: Known = { type: 'image/jpeg', begins: startsWith('\xff\xd8\xff') }
const opus: Known = { type: 'audio/ogg', begins: startsWith('OggS') }

/** By extension. Of the latter ones nothing is ever shown in place, so their name is enough. */
const KNOWN = new Map<string, Known>([
  ['jpg', jpeg],
  ['jpeg', jpeg],
  ['png', { type: 'image/png', begins: startsWith('\x89PNG\r\n\x1a\n') }],
  ['webp', { type: 'image/webp', begins: isWebp }],
  ['gif', { type: 'image/gif', begins: startsWith('GIF8') }],
  ['mp4', { type: 'video/mp4', begins: isContainer }],
  ['3gp', { type: 'video/3gpp', begins: isContainer }],
  ['mp3', { type: 'audio/mpeg', begins: isMp3 }],
  ['m4a', { type: 'audio/mp4', begins: isContainer }],
  ['aac', { type: 'audio/aac', begins: isFrame(0xf6, 0xf0) }],
  ['ogg', opus],
  ['opus', opus],
  ['pdf', { type: 'application/pdf', begins: startsWith('%PDF-') }],
  ['doc', { type: 'application/msword' }],
  ['docx', { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }],
  ['xls', { type: 'application/vnd.ms-excel' }],
  ['xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
  ['ppt', { type: 'application/vnd.ms-powerpoint' }],
  ['pptx', { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' }],
  ['odt', { type: 'application/vnd.oasis.opendocument.text' }],
  ['ods', { type: 'application/vnd.oasis.opendocument.spreadsheet' }],
  ['txt', { type: 'text/plain' }],
  ['csv', { type: 'text/csv' }],
  ['zip', { type: 'application/zip' }],
])
