import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { OpenFile } from '../media/open.ts'

/** An answer that is a file instead of JSON. */
export class FileAnswer {
  readonly #file: OpenFile

  constructor(file: OpenFile) {
    this.#file = file
  }

  /** The sender chose the file's type. Types that the page does not display are downloads, so they cannot run. */
  async send(response: ServerResponse): Promise<void> {
    const { bytes, mimetype, fileName, content } = this.#file
    const isShown = /^(image|video|audio)\/(?!svg)/.test(mimetype)
    const name = fileName ? `; filename*=UTF-8''${encodeURIComponent(fileName)}` : ''
    response.writeHead(200, {
      'content-type': mimetype,
      'content-length': bytes,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    })
    await pipeline(content, response).catch(() => response.destroy())
  }
}
