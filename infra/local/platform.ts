import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { addressOf } from './gateway/address.ts'
import { answerCall } from './platform/answer-call.ts'
import { firstAccount, TOKEN } from './platform/first-contacts.ts'
import { pageOf } from './platform/page.ts'

/**
 * The multi-attendance platform that companies of the local system can connect to. `/api` answers the product, and
 * `/platform` shows its contacts and the product's calls.
 */
const { PLATFORM_PORT = '0' } = process.env
const account = firstAccount()

const file = (name: string) => readFileSync(join(import.meta.dirname, 'platform', name), 'utf8')
const FILES: Record<string, [type: string, text: string]> = {
  '/platform/page.css': ['text/css', file('page.css')],
  '/platform/page.js': ['text/javascript', file('page.js')],
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error('platform:', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.listen(Number(PLATFORM_PORT), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = addressOf(request)
  if (pathname.startsWith('/api/')) return answerCall(account, request, response)
  if (request.method === 'POST' && pathname === '/platform/token') return changeToken(request, response)
  if (request.method !== 'GET') return answer(response, 405, 'text/plain', '')
  if (/^\/platform\/?$/.test(pathname)) return answer(response, 200, 'text/html', pageOf(account, TOKEN))
  const found = FILES[pathname]
  if (found) return answer(response, 200, ...found)
  return answer(response, 404, 'text/plain', '')
}

/** A person revokes the token on the page, or makes it valid again. */
async function changeToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const action = new URLSearchParams(Buffer.concat(chunks).toString()).get('action')
  if (action === 'revoke') account.tokens.delete(TOKEN)
  if (action === 'accept') account.tokens.add(TOKEN)
  response.writeHead(303, { location: '/platform' }).end()
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
  })
  response.end(body)
}

process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => process.exit(0))
})
