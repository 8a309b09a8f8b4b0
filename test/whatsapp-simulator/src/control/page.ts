import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'

/** Sends a file of the page; false if the path has none. */
export function servePage(pathname: string, response: ServerResponse): boolean {
  const isPage = pathname === '/simulator' || pathname === '/simulator/'
  const name = isPage ? 'index.html' : pathname.replace(/^\/simulator\/page\//, '')
  const type = TYPES[path.extname(name)]
  if (!type || !FILES.has(name)) return false
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    // Nothing from other origins, and no inline code.
    'content-security-policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
  })
  response.end(readFileSync(path.join(FOLDER, name)))
  return true
}

const FOLDER = path.join(import.meta.dirname, '../page')
const FILES = new Set(readdirSync(FOLDER))

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
