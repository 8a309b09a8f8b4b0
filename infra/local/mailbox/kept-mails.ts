import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@recado/shared/ids'
import type { SentMail } from './ses-call.ts'

export type KeptMail = SentMail & {
  id: string
  /** ISO 8601. */
  at: string
}

/** Stores mails in a folder, one file each. They survive restarts. */
export class KeptMails {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async keep(mail: SentMail): Promise<KeptMail> {
    const kept = { ...mail, id: newId(), at: new Date().toISOString() }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${kept.id}.json`)
    await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 })
    await rename(`${path}.new`, path)
    return kept
  }

  /** Newest first. */
  async all(): Promise<KeptMail[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return []
    })
    const kept = names.filter((name) => name.endsWith('.json')).sort()
    const mails = kept.map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')))
    return (await Promise.all(mails)).reverse()
  }
}
