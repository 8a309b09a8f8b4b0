import type { Files } from '@recado/functions/files/files'

/** Files in memory. */
export class FilesInMemory
  implements Pick<Files, 'put' | 'get' | 'sizeOf' | 'beginning' | 'copy' | 'delete'>
{
  readonly stored = new Map<string, Uint8Array>()
  /** The process dies at the next deletion. */
  diesAtDeletion = false

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.stored.set(key, bytes)
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.stored.get(key)
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return this.stored.get(key)?.length
  }

  beginning(key: string): Promise<Uint8Array | undefined> {
    return this.get(key)
  }

  async copy(from: string, to: string): Promise<void> {
    const bytes = this.stored.get(from)
    if (!bytes) throw new Error('There is no file to copy')
    this.stored.set(to, bytes)
  }

  async delete(key: string): Promise<void> {
    if (this.diesAtDeletion) {
      this.diesAtDeletion = false
      throw new Error('The process died')
    }
    this.stored.delete(key)
  }
}
