import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { composed } from '@recado/fargate-session/outbound/compose'
import { measuredPicture } from '@recado/fargate-session/outbound/measured-picture'
import { pictureSizeOf } from '@recado/fargate-session/outbound/picture-size'
import type { MediaFiles } from '@recado/fargate-session/ports/media-files'
import { describe, expect, test } from 'vitest'

const u16 = (value: number) => [value >> 8, value & 0xff]
const le16 = (value: number) => [value & 0xff, value >> 8]
const le24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16]

function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), size, Buffer.alloc(9)])
}

/** @param before what stands between the first marker and the frame @param frame its marker */
const jpeg = (width: number, height: number, { before = [] as number[], frame = 0xc0 } = {}): Buffer =>
  Buffer.from([0xff, 0xd8, ...before, 0xff, frame, 0, 17, 8, ...u16(height), ...u16(width), 3, 0, 0])

const riff = (chunk: string, ...content: number[]): Buffer =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'), Buffer.from(content)])

const gif = (width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([...le16(width), ...le16(height)]), Buffer.alloc(40)])

/** A segment of application data of a JPEG. */
const segment = (bytes: number): number[] => [
  0xff,
  0xe1,
  ...u16(bytes + 2),
  ...Array<number>(bytes).fill(0xff),
]

describe('the size of a picture', () => {
  test.each([
    ['PNG', png(4000, 3000)],
    ['JPEG', jpeg(4000, 3000)],
    ['progressive JPEG', jpeg(4000, 3000, { frame: 0xc2 })],
    ['JPEG behind a camera’s data', jpeg(4000, 3000, { before: [...segment(65_000), ...segment(300)] })],
    ['JPEG with fill bytes', jpeg(4000, 3000, { before: [0xff, 0xff] })],
    ['WebP', riff('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(4000), ...le16(3000))],
    [
      'lossless WebP',
      riff('VP8L', 0x2f, ...le24(3999 | (2999 << 14)).slice(0, 3), (3999 | (2999 << 14)) >>> 24),
    ],
    ['extended WebP', riff('VP8X', 0, 0, 0, 0, ...le24(3999), ...le24(2999))],
  ])('is read from the header: %s', (_, bytes) => {
    expect(pictureSizeOf(bytes)).toEqual({ width: 4000, height: 3000 })
  })

  test.each([
    ['GIF, whose frames may be larger', gif(1, 1)],
    ['JPEG with bytes between its segments', jpeg(10, 10, { before: [0x00] })],
    ['JPEG that ends before its frame', jpeg(10, 10).subarray(0, 8)],
    ['JPEG without a frame', jpeg(10, 10, { frame: 0xda })],
    ['PNG with another first chunk', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rtEXt'.padEnd(60), 'latin1')],
    ['unknown WebP', riff('ABCD', ...Array<number>(20).fill(0))],
    ['empty file', Buffer.alloc(0)],
    ['document', Buffer.from('%PDF-1.7')],
  ])('is unknown: %s', (_, bytes) => {
    expect(pictureSizeOf(bytes)).toBeUndefined()
  })

  test('is unknown at any cut of a file, or right', () => {
    const whole = [
      png(70, 50),
      jpeg(70, 50, { before: segment(20) }),
      riff('VP8X', 0, 0, 0, 0, ...le24(69), ...le24(49)),
    ]
    for (const bytes of whole)
      for (let end = 0; end <= bytes.length; end += 1)
        expect([undefined, { width: 70, height: 50 }]).toContainEqual(pictureSizeOf(bytes.subarray(0, end)))
  })
})

describe('a picture to send', () => {
  const inPieces = (bytes: Buffer, of = 1000) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / of) }, (_, at) =>
      bytes.subarray(at * of, (at + 1) * of),
    )
    return Readable.from(pieces, { objectMode: false })
  }
  const LONG = Buffer.concat([jpeg(4000, 3000), Buffer.alloc(1_000_000, 'a')])

  test('is previewed by the library only if decoding takes little memory', async () => {
    for (const small of [png(5000, 4000), jpeg(4000, 3000)])
      expect(Object.keys(await measuredPicture(inPieces(small)))).toEqual(['image'])
    for (const large of [png(5000, 4001), jpeg(16_383, 16_383, { frame: 0xc2 })])
      expect(await measuredPicture(inPieces(large))).toMatchObject({
        jpegThumbnail: '',
        ...pictureSizeOf(large),
      })
    expect(await measuredPicture(inPieces(gif(1, 1)))).toMatchObject({ jpegThumbnail: '' })
    const late = jpeg(10, 10, { before: Array.from({ length: 5 }, () => segment(65_000)).flat() })
    expect(await measuredPicture(inPieces(late))).toMatchObject({ jpegThumbnail: '' })
  })

  test.each([0, 10, 5000, 1_000_000])('keeps its bytes: %d', async (length) => {
    const bytes = LONG.subarray(0, length)
    const { image } = await measuredPicture(inPieces(bytes))
    expect(await buffer(image.stream)).toEqual(bytes)
  })

  test('that is given up frees its file, before and after its first bytes were read', async () => {
    for (const reads of [0, 1]) {
      const file = inPieces(LONG)
      const { image } = await measuredPicture(file)
      const pieces = image.stream[Symbol.asyncIterator]()
      for (let read = 0; read < reads; read += 1) await pieces.next()
      image.stream.destroy()
      await expect.poll(() => file.destroyed).toBe(true)
    }
  })

  test('whose file breaks off fails', async () => {
    const broken = (async function* () {
      yield LONG.subarray(0, 300_000)
      throw new Error('The line was cut')
    })()
    const { image } = await measuredPicture(Readable.from(broken, { objectMode: false }))
    await expect(buffer(image.stream)).rejects.toThrow('The line was cut')
  })

  test('is a video: the library decodes none', async () => {
    const files: Pick<MediaFiles, 'read'> = { read: async () => inPieces(LONG) }
    const media = { state: 'READY' as const, mimetype: 'video/mp4', bytes: 50, key: 'a/b' }
    const video = { type: 'video' as const, caption: '', media }
    const of = (content: typeof video & { thumbnail?: string }) =>
      composed(content, files as MediaFiles, undefined)
    expect(await of(video)).toMatchObject({ jpegThumbnail: '' })
    expect(await of({ ...video, thumbnail: 'YQ==' })).toMatchObject({ jpegThumbnail: 'YQ==' })
  })

  test('from the bucket is measured; one with the sender’s preview keeps it', async () => {
    const files: Pick<MediaFiles, 'read'> = { read: async () => inPieces(gif(1, 1)) }
    const media = { state: 'READY' as const, mimetype: 'image/gif', bytes: 50, key: 'a/b' }
    const picture = { type: 'image' as const, caption: 'Oferta', media }
    expect(await composed(picture, files as MediaFiles, undefined)).toMatchObject({
      caption: 'Oferta',
      mimetype: 'image/gif',
      jpegThumbnail: '',
    })
    expect(await composed({ ...picture, thumbnail: 'YQ==' }, files as MediaFiles, undefined)).toMatchObject({
      jpegThumbnail: 'YQ==',
    })
  })
})
