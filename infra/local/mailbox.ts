import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { KeptMails } from './mailbox/kept-mails.ts'
import { pageOf } from './mailbox/page.ts'
import { mailOf, SENDING_PATH } from './mailbox/ses-call.ts'

/**
 * The local replacement of SES: takes the system's mails, and sends none out of this machine. `/mailbox` shows
 * them, and `/mailbox/api/messages` returns them to tests.
 */
const { RECADO_DATA = '.recado', MAILBOX_PORT = '0' } = process.env
const mails = new KeptMails(join(RECADO_DATA, 'mailbox'))

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error('mailbox:', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.listen(Number(MAILBOX_PORT), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').replace(/[?#].*$/, '').replace(/\/+$/, '')
  if (request.method === 'POST' && path === SENDING_PATH) return take(request, response)
  if (request.method !== 'GET') return answer(response, 405, 'text/plain', '')
  if (path === '/mailbox/api/messages') {
    return answer(response, 200, 'application/json', JSON.stringify(await mails.all()))
  }
  if (path === '/mailbox') return answer(response, 200, 'text/html', pageOf(await mails.all()))
  return answer(response, 404, 'text/plain', '')
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const mail = mailOf(Buffer.concat(chunks).toString())
  if (!mail) return answer(response, 400, 'text/plain', 'Only SendEmail is known here')
  const { id } = await mails.keep(mail)
  return answer(response, 200, 'application/json', JSON.stringify({ MessageId: id }))
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  })
  response.end(body)
}

process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => process.exit(0))
})
