import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row, Write } from '@recado/shared/table/table'

/** A table in memory whose process can be made to die at any of its writes. */
export class MortalTable extends MemoryTable {
  #writesLeft = Number.POSITIVE_INFINITY

  /** From now on so many writes are made, and no more; all of them again where nothing is said. */
  dieAfter(writes = Number.POSITIVE_INFINITY): void {
    this.#writesLeft = writes
  }

  /** `put`, `update` and `delete` come through here too. */
  override transact(writes: readonly Write[]): Promise<void> {
    return this.#alive() ?? super.transact(writes)
  }

  override putMany(rows: readonly Row[]): Promise<void> {
    return this.#alive() ?? super.putMany(rows)
  }

  override deleteMany(keys: readonly Key[]): Promise<void> {
    return this.#alive() ?? super.deleteMany(keys)
  }

  #alive(): Promise<never> | undefined {
    return this.#writesLeft-- > 0 ? undefined : Promise.reject(new Error('The process died'))
  }
}
