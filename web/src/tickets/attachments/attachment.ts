import { firstOf } from '@recado/shared/first-of'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import type { OutgoingFile } from '../outgoing.ts'
import { isHeic } from './heic.ts'

/** A chosen file, before it is sent. */
export interface Attachment {
  id: string
  file: File
  caption: string
  /** Sends a picture, a video or an audio as it is, as a document. */
  asDocument: boolean
  /** The file is being turned into a JPEG. */
  isConverting?: boolean
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

/** Types by extension, of formats that cameras, phones and WhatsApp write. */
const TYPE_OF_EXTENSION = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['mp4', 'video/mp4'],
  ['3gp', 'video/3gpp'],
  ['mov', 'video/quicktime'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['aac', 'audio/aac'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['amr', 'audio/amr'],
])

/**
 * A file with the type of its extension, if it has none. Browsers ask the operating system for the type, and Windows knows none
 * for HEIC.
 */
export function typedFile(file: File): File {
  if (file.type) return file
  const type = TYPE_OF_EXTENSION.get(file.name.split('.').at(-1)?.toLowerCase() ?? '')
  return type ? new File([file], file.name, { type }) : file
}

/** What a file is by itself. */
export const ownTypeOf = ({ type }: Pick<File, 'type'>): OutgoingFile['type'] => SHOWN[type] ?? 'document'

/** What a file is sent as. */
export const typeOf = ({ file, asDocument }: ChosenFile): OutgoingFile['type'] =>
  asDocument ? 'document' : ownTypeOf(file)

/** Whether a picture, a video or an audio is a document because phones may not show its format. */
export const isUnshown = (file: File): boolean =>
  ownTypeOf(file) === 'document' && /^(image|video|audio)\//.test(file.type)

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
  const added = taken.map((one) => {
    const file = typedFile(one)
    return { id: newId(), file, caption: '', asDocument: false, isConverting: isHeic(file) }
  })
  return { attachments: [...chosen, ...added], leftOut: files.length - taken.length }
}

/** The attachments with one at another place. A place behind the ends is the end. */
export function moved(attachments: readonly Attachment[], id: string, to: number): Attachment[] {
  const attachment = attachments.find((one) => one.id === id)
  if (!attachment) return [...attachments]
  const others = attachments.filter((one) => one !== attachment)
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, attachment)
}
