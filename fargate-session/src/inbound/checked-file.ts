import { createHash, timingSafeEqual } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MEDIA_LIMITS, type MediaType } from '@recado/shared/messages/content'
import { TELLING_BYTES } from '@recado/shared/messages/media-type'
import { FileDamaged } from '../wire/download.ts'

/** A download without data for this long is given up, in milliseconds. */
const STALLED_MS = 20_000

export class FileTooLarge extends Error {
  constructor() {
    super('The file exceeds the size limit of its type')
    this.name = 'FileTooLarge'
  }
}

/**
 * Checks a file during its download. The length in the message is not trusted, and the digest must match. The
 * stream fails with FileTooLarge or FileDamaged, or when the download breaks off.
 */
export class CheckedFile {
  bytes = 0
  readonly stream: Transform
  /** The first bytes, which tell the file's type. Fewer if the file is shorter or the download breaks off. */
  readonly beginning: Promise<Uint8Array>
  readonly #hash = createHash('sha256')
  readonly #stalledMs: number

  /**
   * @param sha256 digest of the whole file, if the message has it
   * @param stalledMs time without data after which the download is given up, in milliseconds
   */
  constructor(type: MediaType, sha256: Uint8Array | null | undefined, stalledMs = STALLED_MS) {
    this.#stalledMs = stalledMs
    const beginning = Promise.withResolvers<Uint8Array>()
    this.beginning = beginning.promise
    let first = Buffer.alloc(0)
    this.stream = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.bytes += chunk.length
        this.#hash.update(chunk)
        if (first.length < TELLING_BYTES) first = Buffer.concat([first, chunk.subarray(0, TELLING_BYTES)])
        if (first.length >= TELLING_BYTES) beginning.resolve(first)
        if (this.bytes > MEDIA_LIMITS[type]) done(new FileTooLarge())
        else done(null, chunk)
      },
      flush: (done) => {
        const digest = this.#hash.digest()
        const isWhole = !sha256 || (sha256.length === digest.length && timingSafeEqual(digest, sha256))
        beginning.resolve(first)
        done(isWhole ? null : new FileDamaged('The digest of the file does not match the message'))
      },
    })
    this.stream.once('close', () => beginning.resolve(first))
  }

  /** Pipes a download into the stream. */
  async take(download: Readable): Promise<void> {
    const stalled = () => this.stream.destroy(new Error('The download has stalled'))
    const stall = setTimeout(stalled, this.#stalledMs)
    download.on('data', () => stall.refresh())
    try {
      await pipeline(download, this.stream)
    } finally {
      clearTimeout(stall)
    }
  }
}
