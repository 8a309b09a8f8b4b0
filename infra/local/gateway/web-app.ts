import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { APP_HEADERS, contentSecurityPolicy } from '@recado/shared/http/security-headers'
import { addressOf } from './address.ts'

const DIST = resolve(import.meta.dirname, '../../../web/dist')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** What CloudFront compresses, of what is served here. */
const COMPRESSED = /^text\/|json$|svg|javascript/

const HEADERS = {
  ...APP_HEADERS,
  'content-security-policy': contentSecurityPolicy(''),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/**
 * The browser's app, served as CloudFront does: compressed, hashed assets cached forever, and everything else is
 * `index.html`.
 */
export async function serveApp(
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405).end()
    return
  }
  const named = ownAddressOf(request)
  if (named) {
    response.writeHead(307, { location: named, 'cache-control': 'no-store' }).end()
    return
  }
  const wanted = join(DIST, normalize(decode(pathname)))
  const found = wanted.startsWith(DIST) && (await isFile(wanted)) ? wanted : join(DIST, 'index.html')
  if (!(await isFile(found))) {
    response.writeHead(503, { 'content-type': 'text/plain' }).end('The app has not been built yet.')
    return
  }
  const isAsset = found.startsWith(join(DIST, 'assets'))
  if (!isAsset && pathname.startsWith('/assets/')) {
    response.writeHead(404).end()
    return
  }
  const type = TYPES[extname(found)] ?? 'application/octet-stream'
  const compresses = COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  response.writeHead(200, {
    'content-type': type,
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(compresses && { 'content-encoding': 'gzip' }),
  })
  response.end(await (compresses ? compressed(found, isAsset) : readFile(found)))
}

/**
 * Address of a page under the app's own name, when it was asked for as 127.0.0.1: live sockets and files are for pages of
 * the own origin only.
 */
function ownAddressOf(request: IncomingMessage): string | undefined {
  const { accept, host } = request.headers
  const { APP_ORIGIN = '' } = process.env
  const isByNumber = `http://${host}` === APP_ORIGIN.replace('//localhost:', '//127.0.0.1:')
  if (!isByNumber || !accept?.includes('text/html')) return undefined
  const { pathname, search } = addressOf(request)
  return APP_ORIGIN + pathname + search
}

/** Assets by their path: their names change with their content. */
const assets = new Map<string, Promise<Buffer>>()

async function compressed(path: string, isAsset: boolean): Promise<Buffer> {
  const known = assets.get(path)
  if (known) return known
  const work = readFile(path).then((bytes) => promisify(gzip)(bytes))
  if (isAsset) assets.set(path, work)
  return work
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return '/'
    throw error
  }
}
