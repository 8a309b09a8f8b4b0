import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Largest encrypted file, in bytes. */
export const MOST_FILE_BYTES = 104_857_600

/**
 * Files of messages, encrypted by their senders, by SHA-256 in hex. They are streamed to disk, so none is ever
 * whole in memory.
 */
export class Files {
  #folder: string
  #isTemporary: boolean

  /** Without a folder, the files last as long as the simulator. */
  constructor(folder: string | undefined) {
    this.#isTemporary = folder === undefined
    this.#folder = folder ?? mkdtempSync(path.join(tmpdir(), 'whatsapp-files-'))
    mkdirSync(this.#folder, { recursive: true })
    // Unfinished uploads from before a kill.
    for (const name of readdirSync(this.#folder)) if (name.endsWith(UNFINISHED)) this.#remove(name)
  }

  /** Stores a file and returns its SHA-256 in hex. Throws `FileTooLarge` and deletes the part received so far. */
  async keep(content: AsyncIterable<Uint8Array>): Promise<string> {
    const name = `${randomUUID()}${UNFINISHED}`
    const hash = createHash('sha256')
    try {
      await pipeline(counted(content, hash), createWriteStream(path.join(this.#folder, name)))
    } catch (error) {
      this.#remove(name)
      throw error
    }
    const sha256 = hash.digest('hex')
    await rename(path.join(this.#folder, name), path.join(this.#folder, sha256))
    return sha256
  }

  /** Path of a file and its size in bytes; undefined if it is not stored. */
  find(sha256: string): { path: string; bytes: number } | undefined {
    if (!SHA256_HEX.test(sha256)) return undefined
    const file = path.join(this.#folder, sha256)
    const found = statSync(file, { throwIfNoEntry: false })
    return found && { path: file, bytes: found.size }
  }

  /** Called by a reset. */
  clear(): void {
    for (const name of readdirSync(this.#folder)) this.#remove(name)
  }

  close(): void {
    if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true })
  }

  #remove(name: string): void {
    rmSync(path.join(this.#folder, name), { force: true })
  }
}

export class FileTooLarge extends Error {}

const UNFINISHED = '.unfinished'
const SHA256_HEX = /^[0-9a-f]{64}$/

async function* counted(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MOST_FILE_BYTES) throw new FileTooLarge(`more than ${MOST_FILE_BYTES} bytes`)
    hash.update(chunk)
    yield chunk
  }
}
