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

/** WhatsApp's own servers. */
export const WHATSAPPS_ORIGINS: readonly RegExp[] = [/^https:\/\/[a-z0-9.-]+\.whatsapp\.net$/]
const MOST_REDIRECTS = 3

/** A media host refused a download, or leads to a server that is not WhatsApp's. */
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
 * @param origins of servers to which a host may redirect: the sender chooses the path, and perhaps with it where it leads
 * @returns the file. It fails with FileDamaged, or with the reason why the download broke off
 * @throws DownloadRefused, or the network's error
 */
export async function downloadFile(
  url: string,
  mediaKey: DownloadableMessage['mediaKey'],
  type: MediaType,
  { signal, origins = WHATSAPPS_ORIGINS }: { signal?: AbortSignal; origins?: readonly RegExp[] } = {},
): Promise<Readable> {
  const keys = await getMediaKeys(mediaKey, type)
  const body = Readable.fromWeb(await bodyOf(url, origins, signal))
  // An error on one side ends the other side too. The reader of the result gets it.
  return pipeline(body, decrypting(keys), () => undefined)
}

async function bodyOf(
  url: string,
  origins: readonly RegExp[],
  signal: AbortSignal | undefined,
): Promise<ReadableStream> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('The media host does not answer')), ANSWERS_WITHIN_MS)
  try {
    const either = AbortSignal.any(signal ? [signal, late.signal] : [late.signal])
    let asked: string | undefined = url
    let status = 0
    for (let asks = 0; asked && asks <= MOST_REDIRECTS; asks += 1) {
      const headers = { Origin: DEFAULT_ORIGIN }
      const answer: Response = await fetch(asked, { headers, signal: either, redirect: 'manual' })
      if (answer.ok && answer.body) return answer.body
      await answer.body?.cancel()
      status = answer.status
      asked = redirectOf(answer, asked, origins)
    }
    throw new DownloadRefused(status)
  } finally {
    clearTimeout(timer)
  }
}

/** Where a host redirects to, if it is one of these servers. */
function redirectOf(
  { status, headers }: Response,
  from: string,
  origins: readonly RegExp[],
): string | undefined {
  const location = headers.get('location')
  if (!isRedirect(status) || !location || !URL.canParse(location, from)) return undefined
  const { protocol, host, href } = new URL(location, from)
  return origins.some((origin) => origin.test(`${protocol}//${host}`)) ? href : undefined
}

/** Whether a status leads elsewhere. */
export const isRedirect = (status: number): boolean => status >= 300 && status <= 399

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
