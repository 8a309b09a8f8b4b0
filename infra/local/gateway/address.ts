import type { IncomingMessage } from 'node:http'

const ORIGIN = 'http://localhost'

/** Header by which tests choose the client's address. All clients of this machine have the same one. */
export const SIMULATED_ADDRESS = 'x-simulated-address'

/** URL of a request. `//host/path` is a path here, as it is to API Gateway. An invalid URL becomes the root. */
export const addressOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): URL =>
  (url.startsWith('/') ? URL.parse(ORIGIN + url) : null) ?? new URL(ORIGIN)

/** IP address of the client, which the deployed system's edge function writes, whatever the client claims. */
export function viewerAddress({ headers, socket }: IncomingMessage): string {
  const simulated = headers[SIMULATED_ADDRESS]
  return typeof simulated === 'string' ? simulated : (socket.remoteAddress ?? '127.0.0.1')
}
