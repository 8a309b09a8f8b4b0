import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  DEFAULT_ORIGIN,
  type DownloadableMessage,
  getMediaKeys,
  type MediaDecryptionKeyInfo,
  type MediaType,
} from '@whiskeysockets/baileys'

/** A media host without an answer after this time is given up, in milliseconds. */
const ANSWERS_WITHIN_MS = 20_000
/** Length of the authentication code behind an encrypted file (whatsmeow download.go). */
const MAC_BYTES = 10

/** A media host refused a download. */
export class DownloadRefused extends Error {
  /** HTTP status of the answer. */
  readonly status: number

  constructor(status: number) {
    super(`The media host answered ${status}`)
    this.name = 'DownloadRefused'
    this.status = status
  }
}

/** The file is not the one that the message names. */
export class FileDamaged extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'FileDamaged'
  }
}

/**
 * Downloads and decrypts a file of WhatsApp. The library's own download ends the process when the line breaks off
 * (broken-downloads.ts), and does not check the file's authentication code.
 * @param url not checked here: the caller accepts WhatsApp's own servers only
 * @param signal ends the download at any time. Without it, only the wait for the answer has a limit
 * @returns the file. It fails with FileDamaged, or with the reason why the download broke off
 * @throws DownloadRefused, or the network's error
 */
export async function downloadFile(
  url: string,
  mediaKey: DownloadableMessage['mediaKey'],
  type: MediaType,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Readable> {
  const keys = await getMediaKeys(mediaKey, type)
  const body = Readable.fromWeb(await bodyOf(url, signal))
  // An error on one side ends the other side too. The reader of the result gets it.
  return pipeline(body, decrypting(keys), () => undefined)
}

async function bodyOf(url: string, signal: AbortSignal | undefined): Promise<ReadableStream> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('The media host does not answer')), ANSWERS_WITHIN_MS)
  try {
    const either = AbortSignal.any(signal ? [signal, late.signal] : [late.signal])
    const answer = await fetch(url, { headers: { Origin: DEFAULT_ORIGIN }, signal: either })
    if (answer.ok && answer.body) return answer.body
    await answer.body?.cancel()
    throw new DownloadRefused(answer.status)
  } finally {
    clearTimeout(timer)
  }
}

/** Decrypts a file, whose last bytes are its authentication code. */
function decrypting({ iv, cipherKey, macKey }: MediaDecryptionKeyInfo): Transform {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey ?? Buffer.alloc(0)).update(iv)
  /** The last bytes so far: perhaps the authentication code. */
  let last = Buffer.alloc(0)
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const all = Buffer.concat([last, chunk])
      const sealed = all.subarray(0, Math.max(0, all.length - MAC_BYTES))
      last = all.subarray(sealed.length)
      mac.update(sealed)
      done(null, decipher.update(sealed))
    },
    flush: (done) => {
      const code = mac.digest().subarray(0, MAC_BYTES)
      if (last.length !== MAC_BYTES || !timingSafeEqual(code, last))
        return done(new FileDamaged('The authentication code of the file does not match its key'))
      try {
        done(null, decipher.final())
      } catch (cause) {
        // The code is right, so the sender encrypted the file wrongly.
        done(new FileDamaged('The padding of the file is wrong', { cause }))
      }
    },
  })
}
