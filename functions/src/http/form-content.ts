import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/**
 * A text for a request's body that is equal for equal contents. Clients separate the parts of a form with a boundary
 * that they choose at random for each request. For a form, the text is the digests of its parts.
 */
export function contentOf({ headers, body = '', isBase64Encoded }: FormEvent): string {
  const boundary = BOUNDARY.exec(headers['content-type'] ?? '')
  const separator = boundary?.[1] ?? boundary?.[2]
  if (!separator) return body
  // One character a byte: the parts may be files.
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('latin1')
  return bytes
    .split(`--${separator}`)
    .map((part) => createHash('sha256').update(part, 'latin1').digest('base64url'))
    .join()
}

type FormEvent = Pick<APIGatewayProxyEventV2, 'headers' | 'body' | 'isBase64Encoded'>

/** RFC 2046: in quotes or not. */
const BOUNDARY = /^multipart\/form-data;.*?\bboundary=(?:"([^"]+)"|([^;\s]+))/i
