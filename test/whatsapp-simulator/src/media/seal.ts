import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { getMediaKeys } from '@whiskeysockets/baileys'
import { downloadPath } from './host.ts'
import type { MediaWorld } from './world.ts'

/** Kind of keys for a file's encryption. Voice messages are audio, stickers are images. */
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** A message's reference to its file. */
export type SealedFile = {
  url: string
  directPath?: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
  mediaKeyTimestamp: number
}

/**
 * A person's phone encrypts a file and uploads it. The message has only its full address, because Baileys turns a
 * path into a TLS address. A fault makes messages use paths.
 */
export async function sealFile(
  simulation: MediaWorld,
  bytes: Uint8Array,
  kind: FileKind,
): Promise<SealedFile> {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const mac = createHmac('sha256', requiredKey(macKey)).update(iv).update(encrypted).digest()
  const file = Buffer.concat([encrypted, mac.subarray(0, MAC_BYTES)])
  const sha256 = await simulation.files.keep(pieces(file))
  const path = downloadPath(sha256)
  const place = simulation.faults.filesByPath
    ? { url: `http://${simulation.address()}${downloadPath('expired')}`, directPath: path }
    : { url: `http://${simulation.address()}${path}` }
  return {
    ...place,
    mediaKey,
    fileSha256: createHash('sha256').update(bytes).digest(),
    fileEncSha256: Buffer.from(sha256, 'hex'),
    fileLength: bytes.length,
    mediaKeyTimestamp: Math.floor(simulation.now() / 1000),
  }
}

/** Length of the HMAC at the end of an encrypted file. */
export const MAC_BYTES = 10

export function requiredKey(key: Uint8Array | undefined): Uint8Array {
  if (!key) throw new Error('no key to authenticate the file')
  return key
}

async function* pieces(file: Uint8Array) {
  yield file
}
