import { firstOf } from '@recado/shared/first-of'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import type { OutgoingFile } from '../outgoing.ts'

/** A chosen file, before it is sent. */
export interface Attachment {
  id: string
  file: File
  caption: string
  /** Sends a picture, a video or an audio as it is, as a document. */
  asDocument: boolean
}

/** A file, and whether it is sent as a document. */
export type ChosenFile = Pick<Attachment, 'file' | 'asDocument'>

/** Files of one sending (part 4 §11). */
export const ATTACHMENTS_MAX = 10

/** Types that phones show or play. Everything else is a document. */
const SHOWN: Record<string, OutgoingFile['type']> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/aac': 'audio',
  'audio/ogg': 'audio',
  'audio/amr': 'audio',
}

/** What a file is by itself. */
export const ownTypeOf = ({ type }: Pick<File, 'type'>): OutgoingFile['type'] => SHOWN[type] ?? 'document'

/** What a file is sent as. */
export const typeOf = ({ file, asDocument }: ChosenFile): OutgoingFile['type'] =>
  asDocument ? 'document' : ownTypeOf(file)

/** Why a file cannot be sent; undefined if it can. */
export function problemOf(attachment: ChosenFile): 'empty' | 'tooLarge' | undefined {
  if (attachment.file.size === 0) return 'empty'
  return attachment.file.size > MEDIA_LIMITS[typeOf(attachment)] ? 'tooLarge' : undefined
}

/** Whether a picture, a video or an audio could be sent as a document instead. */
export const mayBeDocument = (file: File): boolean =>
  ownTypeOf(file) !== 'document' && problemOf({ file, asDocument: true }) === undefined

/**
 * Adds files behind the chosen ones, up to the most of one sending.
 * @returns the attachments, and how many files were left out
 */
export function withFiles(
  chosen: readonly Attachment[],
  files: readonly File[],
  newId: () => string,
): { attachments: Attachment[]; leftOut: number } {
  const taken = firstOf([...files], ATTACHMENTS_MAX - chosen.length)
  const added = taken.map((file) => ({ id: newId(), file, caption: '', asDocument: false }))
  return { attachments: [...chosen, ...added], leftOut: files.length - taken.length }
}

/** The attachments with one at another place. A place behind the ends is the end. */
export function moved(attachments: readonly Attachment[], id: string, to: number): Attachment[] {
  const attachment = attachments.find((one) => one.id === id)
  if (!attachment) return [...attachments]
  const others = attachments.filter((one) => one !== attachment)
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, attachment)
}
