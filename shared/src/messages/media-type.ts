import { MEDIA_LIMITS, type MediaContent, type MediaType } from './content.ts'

const DOCUMENT = 'application/octet-stream'

/**
 * The media type of an attachment by its file name. For types that a browser or WhatsApp displays itself, the first
 * bytes must match; everything else is a document that nothing opens automatically.
 */
export function mediaTypeOf(fileName: string, bytes: Uint8Array): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const known = KNOWN.get(extension)
  if (!known?.begins) return known?.type ?? DOCUMENT
  const isTooLong = known.type.startsWith('audio/') && bytes.length > MEDIA_LIMITS.audio
  return known.begins(bytes) && !isTooLong ? known.type : DOCUMENT
}

/** This many first bytes of a file determine its type. */
export const TELLING_BYTES = 16

/**
 * The media type of a received file; the sender's own type is not trusted. A document is judged by its name, like an
 * attachment. Everything else is judged by its first bytes, or is a document that nothing opens automatically.
 * @param bytes the first {@link TELLING_BYTES} of the file, or all of a shorter one
 */
export function receivedTypeOf(content: MediaContent, bytes: Uint8Array): string {
  if (content.type === 'document') return mediaTypeOf(content.fileName, bytes)
  return SHOWN_AS[content.type].find(({ begins }) => begins?.(bytes))?.type ?? DOCUMENT
}

/** Whether a browser may display it inline; anything else is downloaded. */
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
const png: Known = { type: 'image/png', begins: startsWith('\x89PNG\r\n\x1a\n') }
const webp: Known = { type: 'image/webp', begins: isWebp }
const gif: Known = { type: 'image/gif', begins: startsWith('GIF8') }
const mp4: Known = { type: 'video/mp4', begins: isContainer }
const threeGp: Known = {
  type: 'video/3gpp',
  begins: (bytes) => isContainer(bytes) && text(bytes, 8, 11) === '3gp',
}
const mp3: Known = { type: 'audio/mpeg', begins: isMp3 }
const m4a: Known = { type: 'audio/mp4', begins: isContainer }
const aac: Known = { type: 'audio/aac', begins: isFrame(0xf6, 0xf0) }
const amr: Known = { type: 'audio/amr', begins: startsWith('#!AMR') }
const opus: Known = { type: 'audio/ogg', begins: startsWith('OggS') }

/** By extension. The last ones are never displayed inline, so their name is enough. */
const KNOWN = new Map<string, Known>([
  ['jpg', jpeg],
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
  ['gif', gif],
  ['mp4', mp4],
  ['3gp', { type: 'video/3gpp', begins: isContainer }],
  ['mp3', mp3],
  ['m4a', m4a],
  ['aac', aac],
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

/** The possible types of a file by kind of message; the first type that matches the bytes counts. */
const SHOWN_AS: { [T in Exclude<MediaType, 'document'>]: readonly Known[] } = {
  image: [jpeg, png, webp, gif],
  sticker: [webp, png],
  video: [threeGp, mp4],
  // AAC comes before MP3: the check for MP3 also accepts a frame of AAC.
  audio: [opus, m4a, aac, mp3, amr],
}
