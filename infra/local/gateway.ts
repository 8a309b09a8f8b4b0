import { createServer } from 'node:http'
import { addressOf } from './gateway/address.ts'
import { forward } from './gateway/forward.ts'
import { handleApi } from './gateway/http-api.ts'
import { SocketApi } from './gateway/socket-api.ts'
import { serveApp } from './gateway/web-app.ts'

/** The one origin, with CloudFront's role: the app, the two APIs and the bucket. Also the simulator's page. */
const { PORT = '3000', MANAGEMENT_PORT = '0', SIMULATOR_PORT = '0', MAILBOX_PORT = '0' } = process.env
const { AWS_ENDPOINT_URL_S3 = '', BUCKET_NAME = '' } = process.env
const sockets = new SocketApi(`http://127.0.0.1:${SIMULATOR_PORT}`)

const server = createServer((request, response) => {
  const { pathname } = addressOf(request)
  // CloudFront adds this header to all answers of the API, API Gateway's own included.
  if (pathname === '/api' || pathname.startsWith('/api/'))
    response.setHeader('x-content-type-options', 'nosniff')
  const answered =
    pathname === '/api' || pathname.startsWith('/api/')
      ? handleApi(request, response)
      : pathname.startsWith('/simulator')
        ? forward(`http://127.0.0.1:${SIMULATOR_PORT}`, request, response)
        : pathname === '/mailbox' || pathname.startsWith('/mailbox/')
          ? forward(`http://127.0.0.1:${MAILBOX_PORT}`, request, response)
          : pathname === `/${BUCKET_NAME}` || pathname.startsWith(`/${BUCKET_NAME}/`)
            ? // Presigned requests are signed for this origin.
              forward(AWS_ENDPOINT_URL_S3, request, response, request.headers.host)
            : serveApp(pathname, request, response)
  answered.catch((error: unknown) => {
    console.error('gateway:', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.on('upgrade', (request, socket, head) => sockets.open(request, socket, head))
server.listen(Number(PORT), '127.0.0.1')

// API Gateway's management endpoint. In AWS only the publisher's role may use it, here only this machine.
const management = createServer((request, response) => void sockets.manage(request, response))
management.listen(Number(MANAGEMENT_PORT), '127.0.0.1')

process.once('SIGTERM', () => {
  sockets.close()
  server.closeAllConnections()
  management.closeAllConnections()
  server.close(() => process.exit(0))
})
