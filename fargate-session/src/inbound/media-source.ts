import type { WhatsAppServer } from '../whatsapp-server.ts'

/**
 * Where a file may be fetched, in the order to try: by its path on WhatsApp's media hosts, then by the address in the
 * message, which ends sooner. Both come from whoever sent the message: only WhatsApp's own servers are asked, never a
 * host the sender names.
 * @returns addresses; none where there is no such place
 */
export function sourcesOf(
  { url, directPath }: { url?: string | null; directPath?: string | null },
  { mediaHost, mediaOrigins }: Pick<WhatsAppServer, 'mediaHost' | 'mediaOrigins'>,
): string[] {
  const own = url && URL.canParse(url) ? new URL(url) : undefined
  // Written without `origin`, which says nothing of a sign-in in the address.
  const origin = own && `${own.protocol}//${own.host}`
  const isOurs = origin !== undefined && mediaOrigins.some((each) => each.test(origin))
  const hosts = isOurs ? [mediaHost, origin] : [mediaHost]
  const byPath = directPath?.startsWith('/') ? hosts.map((host) => `${host}${directPath}`) : []
  return [...new Set([...byPath, ...(isOurs && url ? [url] : [])])]
}
