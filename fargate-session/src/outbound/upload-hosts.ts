import {
  DEFAULT_CONNECTION_CONFIG,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  getWAUploadToServer,
  type MediaConnInfo,
  S_WHATSAPP_NET,
  type WAMediaUploadFunction,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { WhatsAppServer } from '../ports/whatsapp-server.ts'
import { silent } from '../wire/silent.ts'

/**
 * The hosts for one socket's uploads, with the right to use them. Kept for the time that WhatsApp names. The library
 * would keep a failed question too, and then fail all files until its socket is replaced (`refreshMediaConn` of
 * rc14).
 */
export class UploadHosts {
  readonly #query: WASocket['query']
  readonly #now: () => number
  #known: MediaConnInfo | undefined
  #asked: Promise<MediaConnInfo> | undefined

  /** @param now milliseconds since 1970 */
  constructor(query: WASocket['query'], now: () => number) {
    this.#query = query
    this.#now = now
  }

  /** @param isRefused a host refused the last answer @throws when WhatsApp names no host. The next call asks again */
  get(isRefused: boolean): Promise<MediaConnInfo> {
    const known = this.#known
    if (known && !isRefused && this.#now() < known.fetchDate.getTime() + known.ttl * 1000)
      return Promise.resolve(known)
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined
    })
    return this.#asked
  }

  async #ask(): Promise<MediaConnInfo> {
    this.#known = undefined
    const attrs = { to: S_WHATSAPP_NET, type: 'set', xmlns: 'w:m' }
    const answer = await this.#query({ tag: 'iq', attrs, content: [{ tag: 'media_conn', attrs: {} }] })
    const mediaConn = getBinaryNodeChild(answer, 'media_conn')
    const hosts = getBinaryNodeChildren(mediaConn, 'host').flatMap(
      ({ attrs: { hostname, maxContentLengthBytes } }) =>
        hostname ? [{ hostname, maxContentLengthBytes: Number(maxContentLengthBytes) }] : [],
    )
    const { auth, ttl } = mediaConn?.attrs ?? {}
    if (!auth || hosts.length === 0) throw new Error('WhatsApp names no host for uploads')
    this.#known = { auth, ttl: Number(ttl ?? 0), hosts, fetchDate: new Date(this.#now()) }
    return this.#known
  }
}

/** The library's upload to these hosts. */
export function uploadTo(hosts: UploadHosts, { fetchAgent }: WhatsAppServer): WAMediaUploadFunction {
  const config = { ...DEFAULT_CONNECTION_CONFIG, logger: silent, ...(fetchAgent && { fetchAgent }) }
  return getWAUploadToServer(config, (isRefused) => hosts.get(isRefused))
}
