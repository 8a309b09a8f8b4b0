import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/**
 * A text for a request's body that is equal for equal contents. Clients separate the parts of a form with a boundary
 * that they choose at random for each request. For a form, the text is the digests of its parts.
 */
export function contentOf({ headers, body = '', isBase64Encoded }: FormEvent): string {
  const separator = separatorIn(headers['content-type'] ?? '')
  if (!separator) return body
  // One character a byte: the parts may be files.
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('latin1')
  const parts = bytes.split(separator, MOST_PARTS + 1)
  // Short boundaries occur in files too. A form of this kind counts as it was sent.
  if (parts.length > MOST_PARTS) return body
  return parts.map((part) => createHash('sha256').update(part, 'latin1').digest('base64url')).join()
}

/** Ours have a file and a few fields. A body has room for a million parts, and each takes its time. */
const MOST_PARTS = 100

/** Whether a form has more parts than any of ours. */
export function hasTooManyParts(contentType: string, body: Buffer): boolean {
  const separator = separatorIn(contentType)
  if (!separator) return false
  let at = -1
  for (let parts = 0; parts <= MOST_PARTS; parts += 1) {
    at = body.indexOf(`\r\n${separator}`, at + 1, 'latin1')
    if (at === -1) return false
  }
  return true
}

/** What stands before each part of a form with this content type. */
function separatorIn(contentType: string): string | undefined {
  const boundary = BOUNDARY.exec(contentType)
  const text = boundary?.[1] ?? boundary?.[2]
  return text && `--${text}`
}

type FormEvent = Pick<APIGatewayProxyEventV2, 'headers' | 'body' | 'isBase64Encoded'>

/** RFC 2046: in quotes or not. */
const BOUNDARY = /^multipart\/form-data;.*?\bboundary=(?:"([^"]+)"|([^;\s]+))/i
