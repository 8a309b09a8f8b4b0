import { base64Of } from '../media/base64.ts'
import { bitmapOf, jpegOf } from './jpeg.ts'
import { loadedFrom } from './media-loading.ts'

/** A preview picture is this large at most (part 4 §6), in bytes. */
export const THUMBNAIL_BYTES = 5120

/** Longer sides in pixels and qualities to try, the best first. */
const SIDES = [96, 72, 48, 32]
const QUALITIES = [0.7, 0.5, 0.3]

/**
 * The first picture that is small enough, of smaller and smaller ones.
 * @param encode makes a JPEG with this longer side; undefined if the browser cannot
 * @returns base64; undefined if none is small enough
 */
export async function smallestEnough(
  encode: (side: number, quality: number) => Promise<Blob | undefined>,
): Promise<string | undefined> {
  for (const side of SIDES)
    for (const quality of QUALITIES) {
      const picture = await encode(side, quality)
      if (picture && picture.size <= THUMBNAIL_BYTES)
        return base64Of(new Uint8Array(await picture.arrayBuffer()))
    }
  return undefined
}

/** A preview of a picture or a video as base64 of a JPEG; undefined for files that the browser cannot read. */
export async function thumbnailOf(file: Blob): Promise<string | undefined> {
  const picture = file.type.startsWith('video/') ? await firstFrameOf(file) : await bitmapOf(file)
  if (!picture) return undefined
  const longest = Math.max(picture.width, picture.height)
  try {
    return await smallestEnough((side, quality) => jpegOf(picture, Math.min(1, side / longest), quality))
  } finally {
    picture.close()
  }
}

/** The picture that a video begins with. */
function firstFrameOf(file: Blob): Promise<ImageBitmap | undefined> {
  const video = document.createElement('video')
  video.playsInline = true
  video.preload = 'auto'
  return loadedFrom(video, file, 'loadeddata', () => bitmapOf(video))
}
