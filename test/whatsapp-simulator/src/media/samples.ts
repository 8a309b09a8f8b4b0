import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Sample files for tests without files of their own. */
const SAMPLES = {
  image: { name: 'image.jpg', mimetype: 'image/jpeg' },
  video: { name: 'video.mp4', mimetype: 'video/mp4' },
  audio: { name: 'audio.m4a', mimetype: 'audio/mp4' },
  voice: { name: 'voice.ogg', mimetype: 'audio/ogg; codecs=opus' },
  document: { name: 'document.pdf', mimetype: 'application/pdf' },
  sticker: { name: 'sticker.webp', mimetype: 'image/webp' },
}

export type SampleKind = keyof typeof SAMPLES

export const mimetypeOf = (kind: SampleKind): string => SAMPLES[kind].mimetype

/** A small real file of a kind. */
export const sample = (kind: SampleKind): Promise<Buffer> =>
  readFile(path.join(import.meta.dirname, '../samples', SAMPLES[kind].name))
