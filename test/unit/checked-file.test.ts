import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CheckedFile, FileTooLarge } from '@recado/fargate-session/inbound/checked-file'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import { describe, expect, test } from 'vitest'

const FILE = Buffer.from('uma foto da loja, em pedaços')
const hashOf = (file: Buffer): Buffer => createHash('sha256').update(file).digest()

/** The output at the other end, in pieces of seven bytes. */
function through(file: CheckedFile, arriving: Buffer): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(arriving.length / 7) }, (_, at) =>
    arriving.subarray(at * 7, at * 7 + 7),
  )
  const [, whole] = [file.take(Readable.from(pieces)), buffer(file.stream)]
  return whole
}

/** Both ends: the download and the store must see a failure. */
async function failures(file: CheckedFile, download: Readable): Promise<unknown[]> {
  const ends = await Promise.allSettled([file.take(download), buffer(file.stream)])
  return ends.map((end) => (end.status === 'rejected' ? end.reason : 'done'))
}

describe('a checked file', () => {
  test('passes through unchanged, and its bytes are counted', async () => {
    const file = new CheckedFile('image', hashOf(FILE))
    expect(await through(file, FILE)).toEqual(FILE)
    expect(file.bytes).toBe(FILE.length)
  })

  test('without a hash in its message is accepted unchecked', async () => {
    for (const hash of [undefined, null])
      expect(await through(new CheckedFile('image', hash), FILE)).toEqual(FILE)
  })

  test('returns its first bytes before the rest arrives, and the available bytes if it is short or breaks off', async () => {
    const file = new CheckedFile('image', hashOf(FILE))
    const download = new PassThrough()
    const ends = [file.take(download), buffer(file.stream)]
    download.write(FILE.subarray(0, 7))
    download.write(FILE.subarray(7, 20))
    expect(Buffer.from(await file.beginning).toString()).toContain('uma foto da loja')
    download.end(FILE.subarray(20))
    await Promise.all(ends)

    const short = new CheckedFile('image', null)
    await through(short, FILE.subarray(0, 5))
    expect(Buffer.from(await short.beginning).toString()).toBe('uma f')

    const broken = new CheckedFile('image', null)
    await failures(broken, Readable.from(['uma', Promise.reject(new Error('Cut off'))]))
    expect(Buffer.from(await broken.beginning).toString()).toBe('uma')
  })

  const broken: [string, Buffer][] = [
    ['cut off', FILE.subarray(0, -1)],
    ['empty', Buffer.alloc(0)],
    ['changed in one bit', Buffer.from(FILE.map((byte, at) => (at === 3 ? byte ^ 1 : byte)))],
    ['with something behind it', Buffer.concat([FILE, Buffer.from('!')])],
  ]
  test.each(broken)('%s fails for both the download and the store', async (_, arriving) => {
    const file = new CheckedFile('image', hashOf(FILE))
    const expected = expect.objectContaining({ message: 'The digest of the file does not match the message' })
    expect(await failures(file, Readable.from([arriving]))).toEqual([expected, expected])
  })

  test('fails with a hash of another length', async () => {
    const file = new CheckedFile('image', hashOf(FILE).subarray(0, 31))
    expect(await failures(file, Readable.from([FILE]))).toEqual([expect.any(Error), expect.any(Error)])
  })
})

describe('a file above the size limit', () => {
  test('is aborted at the limit, without reading the rest', async () => {
    const piece = Buffer.alloc(64 * 1024)
    let sent = 0
    const long = new Readable({
      read() {
        sent += piece.length
        this.push(sent > 4 * MEDIA_LIMITS.sticker ? null : piece)
      },
    })
    const file = new CheckedFile('sticker', undefined)
    expect(await failures(file, long)).toEqual([expect.any(FileTooLarge), expect.any(FileTooLarge)])
    expect(file.bytes).toBe(MEDIA_LIMITS.sticker + piece.length)
    expect(sent).toBeLessThan(MEDIA_LIMITS.sticker + 8 * piece.length)
    expect(long.destroyed).toBe(true)
  })

  test('is accepted with exactly the size of the limit', async () => {
    const largest = Buffer.alloc(MEDIA_LIMITS.sticker, 1)
    const file = new CheckedFile('sticker', hashOf(largest))
    const [, whole] = [file.take(Readable.from([largest])), buffer(file.stream)]
    expect((await whole).length).toBe(MEDIA_LIMITS.sticker)
  })
})

describe('a stalled download', () => {
  test('is aborted', async () => {
    const download = new PassThrough()
    download.write(FILE)
    const expected = expect.objectContaining({ message: 'The download has stalled' })
    expect(await failures(new CheckedFile('image', hashOf(FILE), 20), download)).toEqual([expected, expected])
    expect(download.destroyed).toBe(true)
  })

  test('a failed download fails for the store too', async () => {
    const download = new PassThrough()
    const file = new CheckedFile('image', hashOf(FILE))
    const ends = failures(file, download)
    download.write(FILE)
    await once(file.stream, 'data')
    download.destroy(new Error('Connection reset'))
    expect(await ends).toEqual([expect.objectContaining({ message: 'Connection reset' }), expect.any(Error)])
  })
})
