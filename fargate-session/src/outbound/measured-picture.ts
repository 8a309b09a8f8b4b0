import { Readable } from 'node:stream'
import { type PictureSize, pictureSizeOf } from './picture-size.ts'

/** The first part of a picture in which its size is looked for, in bytes. Cameras write data of up to 64 KB before it. */
const LOOKED_THROUGH = 256 * 1024
/**
 * The library makes a preview of a picture with so many pixels at most. It decodes some pictures as a whole, with up to 8 bytes
 * a pixel, and 4 at a time (Node's thread pool). One company's pictures must not take the memory of the task, which holds
 * other companies' connections too.
 */
const PREVIEWED_PIXELS = 20_000_000

/** A picture to send. An empty preview keeps the library from decoding the picture. */
export interface MeasuredPicture extends Partial<PictureSize> {
  image: { stream: Readable }
  jpegThumbnail?: ''
}

/** A picture without a preview, measured before the library makes one. A large one, or one of unknown size, gets none. */
export async function measuredPicture(stream: Readable): Promise<MeasuredPicture> {
  const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const begun: Buffer[] = []
  for (let bytes = 0; bytes < LOOKED_THROUGH; bytes += begun.at(-1)?.length ?? 0) {
    const { value, done } = await pieces.next()
    if (done) break
    begun.push(value)
  }
  const size = pictureSizeOf(Buffer.concat(begun))
  const image = { stream: Readable.from(continued(begun, pieces), { objectMode: false }) }
  image.stream.once('close', () => stream.destroy())
  const isSmall = size !== undefined && size.width * size.height <= PREVIEWED_PIXELS
  return isSmall ? { image } : { image, jpegThumbnail: '', ...size }
}

async function* continued(begun: readonly Buffer[], left: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* begun
  yield* { [Symbol.asyncIterator]: () => left }
}
