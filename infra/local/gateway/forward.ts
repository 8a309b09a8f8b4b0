import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { addressOf } from './address.ts'

/**
 * Passes a request to another server of this machine, with only the host changed, and returns its answer.
 * @param host for the other server, its own by default
 */
export function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  host = new URL(target).host,
): Promise<void> {
  return new Promise((resolve) => {
    const { pathname, search } = addressOf(request)
    const url = new URL(pathname + search, target)
    const headers = { ...request.headers, host }
    const passed = send(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response).on('close', resolve)
    })
    passed.on('error', () => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
      resolve()
    })
    request.pipe(passed)
  })
}
