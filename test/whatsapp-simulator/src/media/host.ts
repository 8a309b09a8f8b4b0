import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileTooLarge } from './files.ts'
import type { MediaWorld } from './world.ts'

/** Path of uploaded files on the media host, before their SHA-256 in hex. */
const DOWNLOADS = '/v/'
const UPLOADS = '/mms/'

/** Suffix of the path of a file that was uploaded again. */
const AGAIN = '?again'

export const pathOfUploadedAgain = (sha256: string): string => `${downloadPath(sha256)}${AGAIN}`

/** Files are encrypted, so their names need no secret. */
export const downloadPath = (sha256: string): string => `${DOWNLOADS}${sha256}`

/** Serves WhatsApp's media host: uploads and downloads of encrypted files. False for other paths. */
export function serveMedia(
  simulation: MediaWorld,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  const isUpload = request.method === 'POST' && pathname.startsWith(UPLOADS)
  const isDownload = request.method === 'GET' && pathname.startsWith(DOWNLOADS)
  if (isUpload) void takeUpload(simulation, request, response).catch(() => response.destroy())
  if (isDownload) sendFile(simulation, request, { response, sha256: pathname.slice(DOWNLOADS.length) })
  return isUpload || isDownload
}

async function takeUpload(
  simulation: MediaWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const status = simulation.faults.uploadStatus
  if (status !== undefined) {
    request.resume()
    request.on('end', () => answer(response, status, {}))
    return
  }
  try {
    const sha256 = await simulation.files.keep(request)
    if (Buffer.from(sha256, 'hex').toString('base64url') !== announcedHash(request)) {
      answer(response, 400, { error: 'the content has another hash than the address' })
      return
    }
    const path = downloadPath(sha256)
    answer(response, 200, { url: `http://${simulation.address()}${path}`, direct_path: path })
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    answer(response, 413, { error: error.message })
  }
}

/** An upload's address ends with the SHA-256 of the file. */
function announcedHash({ url }: IncomingMessage): string {
  const { pathname } = new URL(url ?? '', 'http://host')
  return decodeURIComponent(pathname.split('/').at(-1) ?? '').replace(/=+$/, '')
}

function sendFile(
  simulation: MediaWorld,
  request: IncomingMessage,
  { response, sha256 }: { response: ServerResponse; sha256: string },
): void {
  const isGone = simulation.faults.goneFiles && !request.url?.endsWith(AGAIN)
  const file = simulation.files.find(sha256)
  if (isGone) {
    answer(response, 410, { error: 'the file is gone' })
    return
  }
  if (!file) {
    answer(response, 404, { error: 'no such file' })
    return
  }
  const range = rangeOf(request, file.bytes)
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
  response.writeHead(range ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${start}-${end}/${file.bytes}` } : {}),
  })
  const cut = simulation.faults.cutFiles
  if (cut) {
    simulation.faults.countUse(cut)
    cutOff(response, createReadStream(file.path, { start, end: Math.min(end, start + cut.bytes - 1) }))
    return
  }
  pipeline(createReadStream(file.path, { start, end }), response).catch(() => response.destroy())
}

/** Sends the beginning of a file, and closes the line. */
function cutOff(response: ServerResponse, beginning: Readable): void {
  pipeline(beginning, response, { end: false })
    .then(() => response.socket?.destroySoon())
    .catch(() => response.destroy())
}

/** `bytes=0-`, or with an end. Anything else means the whole file. */
function rangeOf({ headers }: IncomingMessage, bytes: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = Number(from)
  const end = to ? Math.min(Number(to), bytes - 1) : bytes - 1
  return from !== undefined && start <= end ? { start, end } : undefined
}

function answer(response: ServerResponse, status: number, body: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
