/**
 * Does several works. One that fails does not stop the others: otherwise a row that fails each time would stop all rows
 * behind it, for all companies.
 */
export class Apart {
  readonly #errors: unknown[] = []

  async try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#errors.push(error)
    }
  }

  /** Fails if a work failed, once all are done. @throws the error of the failed work, or an AggregateError of several */
  end(): void {
    const [error, ...others] = this.#errors
    if (others.length > 0) throw new AggregateError(this.#errors, this.#errors.map(String).join('; '))
    if (error !== undefined) throw error
  }
}
