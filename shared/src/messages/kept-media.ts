import * as z from 'zod'
import { id } from '../ids.ts'
import { FILE_FIELDS } from './file-fields.ts'

/** `mediaId` names an upload with the purpose `message-media`, or the file of a quick reply that the user may use. */
const { image, video, audio, document } = {
  image: z.object({ type: z.literal('image'), mediaId: id, ...FILE_FIELDS.image }),
  video: z.object({ type: z.literal('video'), mediaId: id, ...FILE_FIELDS.video }),
  audio: z.object({ type: z.literal('audio'), mediaId: id, ...FILE_FIELDS.audio }),
  document: z.object({ type: z.literal('document'), mediaId: id, ...FILE_FIELDS.document }),
}

/** The file that a quick reply, a schedule or a message between colleagues is to have. */
export const keptMediaInput = z.discriminatedUnion('type', [image, video, audio, document])
export type KeptMediaInput = z.infer<typeof keptMediaInput>

const known = { mimetype: z.string(), bytes: z.number().int() }

/**
 * A file that its owner keeps at a place of its own. A message sends it with `mediaId` as its `uploadId`, and with the other
 * fields of its kind.
 */
export const keptMedia = z.discriminatedUnion('type', [
  image.extend(known),
  video.extend(known),
  audio.extend(known),
  document.extend(known),
])
export type KeptMedia = z.infer<typeof keptMedia>
