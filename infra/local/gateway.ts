import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addressOf } from './gateway/address.ts'
import { forward } from './gateway/forward.ts'
import { handleApi } from './gateway/http-api.ts'
import { enforceRights } from './gateway/rights.ts'
import { SocketApi } from './gateway/socket-api.ts'
import { assumeRole } from './gateway/sts.ts'
import { serveApp } from './gateway/web-app.ts'

/** The one origin, with CloudFront's role: the app, the two APIs and the bucket. Also the pages of local parts. */
const { PORT = '3000', MANAGEMENT_PORT = '0', SIMULATOR_PORT = '0' } = process.env
const { MAILBOX_PORT = '0', PLATFORM_PORT = '0' } = process.env
const { AWS_ENDPOINT_URL_S3 = '', BUCKET_NAME = '' } = process.env
enforceRights()
const sockets = new SocketApi(`http://127.0.0.1:${SIMULATOR_PORT}`)

/** Parts with pages of their own, by the beginning of their paths. */
const PAGES = [
  ['/simulator', SIMULATOR_PORT],
  ['/mailbox', MAILBOX_PORT],
  ['/platform', PLATFORM_PORT],
] as const

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error('gateway:', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.on('upgrade', (request, socket, head) => sockets.open(request, socket, head))
// Clients close a connection after four idle seconds. On a busy machine one may come late and still use it.
server.keepAliveTimeoutBuffer = 60_000
server.listen(Number(PORT), '127.0.0.1')

function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = addressOf(request)
  const isUnder = (root: string) => pathname === root || pathname.startsWith(`${root}/`)
  if (isUnder('/api')) {
    // CloudFront adds this header to all answers of the API, API Gateway's own included.
    response.setHeader('x-content-type-options', 'nosniff')
    return handleApi(request, response)
  }
  const [, port] = PAGES.find(([root]) => isUnder(root)) ?? []
  if (port) return forward(`http://127.0.0.1:${port}`, request, response)
  // Presigned requests are signed for this origin.
  if (isUnder(`/${BUCKET_NAME}`)) {
    // Here, unlike at AWS, files share the app's origin, so none may run scripts.
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('content-security-policy', "default-src 'none'; img-src 'self'; media-src 'self'")
    return forward(AWS_ENDPOINT_URL_S3, request, response, request.headers.host)
  }
  return serveApp(pathname, request, response)
}

// API Gateway's management endpoint, and STS. In AWS only the publisher's role may use the first, here only this machine.
const management = createServer((request, response) =>
  request.url === '/' ? void assumeRole(request, response) : void sockets.manage(request, response),
)
management.keepAliveTimeoutBuffer = server.keepAliveTimeoutBuffer
management.listen(Number(MANAGEMENT_PORT), '127.0.0.1')

process.once('SIGTERM', () => {
  sockets.close()
  server.closeAllConnections()
  management.closeAllConnections()
  server.close(() => process.exit(0))
})
