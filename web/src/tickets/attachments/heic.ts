import { bitmapOf, canvasScale, jpegOf } from './jpeg.ts'

/** The format of pictures that iPhones take. */
const TYPES = ['image/heic', 'image/heif']
const QUALITY = 0.9

export const isHeic = ({ type }: Pick<File, 'type'>): boolean => TYPES.includes(type)

/** A HEIC picture as a JPEG, which phones show. Undefined if this browser cannot decode it: only Safari does. */
export async function jpegOfHeic(file: File): Promise<File | undefined> {
  const picture = await bitmapOf(file)
  if (!picture) return undefined
  try {
    const jpeg = await jpegOf(picture, canvasScale(picture), QUALITY)
    return jpeg && new File([jpeg], `${file.name.replace(/\.hei[cf]$/i, '')}.jpg`, { type: jpeg.type })
  } catch (error) {
    // The browser has no memory for its pixels.
    if (error instanceof DOMException) return undefined
    throw error
  } finally {
    picture.close()
  }
}
