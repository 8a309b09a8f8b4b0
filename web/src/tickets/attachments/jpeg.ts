/** Safari on iPhones draws nothing on a canvas of more than 4096 × 4096 pixels, and iPhones take pictures of 48 megapixels. */
const MOST_PIXELS = 16_000_000

/** A picture as the browser decodes it; undefined if it cannot. */
export async function bitmapOf(picture: ImageBitmapSource): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(picture)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** The scale, at most 1, at which a picture fits on a canvas. */
export const canvasScale = ({ width, height }: Pick<ImageBitmap, 'width' | 'height'>): number =>
  Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))

/**
 * A decoded picture as a JPEG; undefined if the browser cannot draw it.
 * @param scale of its sides
 * @param quality 0 to 1
 */
export async function jpegOf(
  picture: ImageBitmap,
  scale: number,
  quality: number,
): Promise<Blob | undefined> {
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
