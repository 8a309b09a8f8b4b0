import type { ErrorCode } from '@recado/shared/errors/error-codes'
import { continueFetch, fetchOf, type StoredFetch } from '@recado/shared/groups/fetches'
import type { TenantTable } from '@recado/shared/table/tenant'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'

/** Minimum time between two progress reports, in milliseconds. */
const TELL_EVERY_MS = 1000

/** Reports the progress of reading an account's groups to the browsers, if a person started it. */
export class FetchProgress {
  readonly #ports: Pick<ServicePorts, 'publish' | 'now'>
  readonly #table: TenantTable
  readonly #connection: { id: string; name: string }
  #toldAt = 0

  constructor(
    ports: Pick<ServicePorts, 'publish' | 'now'>,
    table: TenantTable,
    connection: { id: string; name: string },
  ) {
    this.#ports = ports
    this.#table = table
    this.#connection = connection
  }

  /** A sign of life without news: without one for two minutes the reading counts as lost. */
  async waits(): Promise<void> {
    const { now } = this.#ports
    await patiently(() => continueFetch(this.#table, this.#connection.id, {}, now()))
  }

  async stored(stored: number, total: number): Promise<void> {
    if (this.#ports.now() < this.#toldAt + TELL_EVERY_MS) return
    await this.#say({ stored, total })
  }

  async done(total: number): Promise<void> {
    await this.#say({ stored: total, total, status: 'DONE', finishedAt: this.#time() })
  }

  /** @returns whether a person waits for it and saw the failure */
  failed(error: ErrorCode): Promise<boolean> {
    return this.#say({ status: 'FAILED', error, finishedAt: this.#time() })
  }

  async #say(progress: Partial<StoredFetch>): Promise<boolean> {
    const { now, publish } = this.#ports
    const { id, name } = this.#connection
    this.#toldAt = now()
    const fetch = await patiently(() => continueFetch(this.#table, id, progress, now()))
    if (!fetch) return false
    const body = { fetch: fetchOf(fetch, name, now()) }
    await publish({ companyId: this.#table.companyId, topic: 'contact-list', action: 'syncing', body })
    return true
  }

  #time(): string {
    return new Date(this.#ports.now()).toISOString()
  }
}
