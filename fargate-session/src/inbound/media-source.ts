import type { WhatsAppServer } from '../ports/whatsapp-server.ts'

/**
 * Addresses of a file, in the order to try: its path on WhatsApp's media hosts, then the address in the message,
 * which expires sooner. The sender controls both, so only WhatsApp's own servers are accepted.
 * @returns addresses; none if no address is acceptable
 */
export function sourcesOf(
  { url, directPath }: { url?: string | null; directPath?: string | null },
  { mediaHost, mediaOrigins }: Pick<WhatsAppServer, 'mediaHost' | 'mediaOrigins'>,
): string[] {
  const own = url && URL.canParse(url) ? new URL(url) : undefined
  // Not `origin`: it drops a user name and password in the address.
  const origin = own && `${own.protocol}//${own.host}`
  const isOurs = origin !== undefined && mediaOrigins.some((each) => each.test(origin))
  const hosts = isOurs ? [mediaHost, origin] : [mediaHost]
  const byPath = directPath?.startsWith('/') ? hosts.map((host) => `${host}${directPath}`) : []
  return [...new Set([...byPath, ...(isOurs && url ? [url] : [])])]
}
