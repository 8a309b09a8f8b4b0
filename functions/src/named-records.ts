import type { CodeOf } from '@recado/shared/errors/error-codes'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { NamedRows } from '@recado/shared/table/named-rows'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { All, Change } from '@recado/shared/table/table'
import type { Outcome } from '@recado/shared/table/unique-values'
import { platform, ports } from './context.ts'

interface Refusals {
  /** Code of an unknown id. */
  unknown: CodeOf<'not-found'>
  /** Message of a name that another record has. */
  taken: string
}

/** Plans, instances or help videos. A change or a deletion that another one overtakes is decided anew. */
export class NamedRecords<T extends { id: string } & { [N in Field]: string }, Field extends string> {
  readonly #rows: NamedRows<T, Field>
  readonly #refusals: Refusals

  constructor(rows: NamedRows<T, Field>, refusals: Refusals) {
    this.#rows = rows
    this.#refusals = refusals
  }

  /** @throws DomainError ERR_DUPLICATED_NAME */
  async create(record: T): Promise<T> {
    this.#requireUnique(await this.#rows.put(platform, record))
    return record
  }

  /** @throws DomainError ERR_DUPLICATED_NAME, and the code of an unknown id */
  async change(
    id: string,
    fieldsAt: (updatedAt: string) => { [N in Field]: string } & Change<T>['set'],
  ): Promise<T> {
    await retrying(
      platform,
      () => this.#require(id),
      async (read) => {
        const updatedAt = new Date(ports.now()).toISOString()
        const outcome = await this.#rows.change(platform, read, fieldsAt(updatedAt))
        return outcome === 'changed' ? AGAIN : this.#requireUnique(outcome)
      },
    )
    return this.#require(id)
  }

  /**
   * @param requireUnused refuses a record in use
   * @param when the condition that it is not in use at the moment of the deletion either
   * @throws DomainError the code of an unknown id
   */
  delete(id: string, requireUnused: (read: T) => void = () => undefined, when?: All<T>): Promise<undefined> {
    return retrying(
      platform,
      () => this.#require(id),
      async (read) => {
        requireUnused(read)
        return (await this.#rows.delete(platform, read, when)) === 'changed' ? AGAIN : undefined
      },
    )
  }

  async #require(id: string): Promise<T> {
    const found = await this.#rows.get(platform, id)
    if (!found) throw notFound(this.#refusals.unknown)
    return found
  }

  #requireUnique(outcome: Outcome): void {
    if (typeof outcome === 'string') return
    throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', this.#refusals.taken)
  }
}
