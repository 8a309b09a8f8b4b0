import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, NewRow, Write } from '@recado/shared/table/table'

/** A table in memory whose process can die at any write. */
export class MortalTable extends MemoryTable {
  #writesLeft = Number.POSITIVE_INFINITY

  /** From now on only this many writes succeed; without an argument, all. */
  dieAfter(writes = Number.POSITIVE_INFINITY): void {
    this.#writesLeft = writes
  }

  /** `put`, `update` and `delete` also call this. */
  override transact(writes: readonly Write[]): Promise<void> {
    return this.#alive() ?? super.transact(writes)
  }

  override putMany<T extends object>(rows: readonly NewRow<T>[]): Promise<void> {
    return this.#alive() ?? super.putMany(rows)
  }

  override deleteMany(keys: readonly Key[]): Promise<void> {
    return this.#alive() ?? super.deleteMany(keys)
  }

  #alive(): Promise<never> | undefined {
    return this.#writesLeft-- > 0 ? undefined : Promise.reject(new Error('The process died'))
  }
}
