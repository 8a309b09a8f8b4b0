import * as z from 'zod'

/** The longest file name, in characters. */
const FILE_NAME_MAX = 255

/** Base64 characters of a preview picture of 5 KB (part 4 §6), and of the 64 bytes of a waveform. */
const THUMBNAIL_MAX = 6828
const WAVEFORM_LENGTH = 88

/** A small JPEG as base64: what a phone shows until it has the file. */
const thumbnail = z.base64().max(THUMBNAIL_MAX).optional()

/** What the sender says about a file of each kind. */
export const FILE_FIELDS = {
  image: { thumbnail },
  video: { thumbnail },
  audio: {
    /** A recording, which phones play as a voice note. It must be Ogg with Opus. */
    voice: z.boolean().default(false),
    seconds: z.number().int().min(0).max(86_400),
    /** 64 values from 0 to 100, as base64: the bars of a voice note. */
    waveform: z.base64().length(WAVEFORM_LENGTH).optional(),
  },
  document: { fileName: z.string().min(1).max(FILE_NAME_MAX) },
}
