import { urlOf } from '@recado/shared/url'

const ADDRESS = /^\/tickets\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i

/**
 * The uuid in the address of a ticket's page; undefined for any other text.
 * @param origin of this app
 */
export function ticketUuidIn(text: string, origin: string): string | undefined {
  const url = urlOf(text.trim())
  return url?.origin === origin ? ADDRESS.exec(url.pathname)?.[1]?.toLowerCase() : undefined
}
