import { edgeHeaders } from '@recado/shared/http/edge-headers'

/**
 * Whether a request came through CloudFront, which alone knows the origin secrets. While one is rotated, several are
 * accepted. Without any, as on a developer's machine, every request counts.
 * @param headers by lower-case name @param accepted the secrets, separated by spaces
 */
export function cameThroughCloudFront(
  headers: Readonly<Record<string, string | undefined>>,
  accepted: string | undefined,
): boolean {
  if (!accepted) return true
  const sent = headers[edgeHeaders.originSecret]
  return sent !== undefined && accepted.split(' ').includes(sent)
}
