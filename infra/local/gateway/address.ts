import type { IncomingMessage } from 'node:http'

const ORIGIN = 'http://localhost'

/**
 * The address a request asks for. `//host/path` is a path here, as it is to API Gateway, and what cannot be read
 * as an address is the root.
 */
export const addressOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): URL =>
  (url.startsWith('/') ? URL.parse(ORIGIN + url) : null) ?? new URL(ORIGIN)
