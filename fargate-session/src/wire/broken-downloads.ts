import { Readable } from 'node:stream'

const { fromWeb } = Readable

/**
 * Makes the library survive a download of a history or of settings that breaks off. The library pipes the answer's
 * body into its decryption, and the body's error then has no listener. Node ends the process for it, with all of its
 * connections (Baileys#2750, open; `downloadEncryptedContent` of rc14). The library has no option for another way to
 * download. So the body and its target end together here, as in `pipeline`. Import this file before the library is
 * used.
 */
Readable.fromWeb = (...given) => {
  const body = fromWeb(...given)
  const pipe = body.pipe.bind(body)
  body.pipe = (target, options) => {
    body.once('error', (error) => {
      if ('destroy' in target && typeof target.destroy === 'function') target.destroy(error)
    })
    target.once('close', () => body.destroy())
    return pipe(target, options)
  }
  return body
}
