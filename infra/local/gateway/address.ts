import type { IncomingMessage } from 'node:http'

const ORIGIN = 'http://localhost'

/** URL of a request. `//host/path` is a path here, as it is to API Gateway. An invalid URL becomes the root. */
export const addressOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): URL =>
  (url.startsWith('/') ? URL.parse(ORIGIN + url) : null) ?? new URL(ORIGIN)
