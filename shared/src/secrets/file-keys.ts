import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataKeys, KeyContext, Secrets } from './keys.ts'
import { seal, unseal } from './seal.ts'
import { secretValues } from './values.ts'

/** Keys in a folder of this machine that only its owner may read. For the local system. */
export class FileKeys implements DataKeys, Secrets {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async newDataKey(context: KeyContext) {
    const plain = randomBytes(32)
    return { plain, wrapped: seal(await this.#masterKey(), plain, textOf(context)) }
  }

  async openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    return unseal(await this.#masterKey(), wrapped, textOf(context))
  }

  async secret(name: string, create: () => string | Promise<string>): Promise<[string, ...string[]]> {
    const path = join(this.#folder, `${name}.secret`)
    if (!existsSync(path)) await this.#create(path, create)
    return secretValues(await this.#read(path))
  }

  /** Nothing to do: each call reads the file. */
  renew(): void {}

  async #create(path: string, create: () => string | Promise<string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    try {
      // Exclusive: of two processes that start together, one makes the secret and both read it.
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(await create())
      await file.sync()
      await file.close()
    } catch (error) {
      if (!isExisting(error)) throw error
    }
  }

  async #masterKey(): Promise<Uint8Array> {
    const [key] = await this.secret('master-key', () => randomBytes(32).toString('base64'))
    return Buffer.from(key, 'base64')
  }

  /** The other process may have created the file and not yet written it. */
  async #read(path: string): Promise<string> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const text = await readFile(path, 'utf8')
      if (text) return text
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('A secret file is empty')
  }
}

const textOf = (context: KeyContext) => JSON.stringify(Object.entries(context).sort())

const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'
