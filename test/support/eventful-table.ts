import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, Row, When } from '@recado/shared/table/table'

/** A table in memory with hooks between an operation and its answer. */
export class EventfulTable extends MemoryTable {
  /** Runs after a row is read, before the caller gets it. */
  afterGet: (key: Key) => Promise<unknown> = async () => undefined
  /** Runs after a row is changed, before the caller gets the answer. */
  afterUpdate: () => void = () => undefined

  override async get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    const row = await super.get(key)
    await this.afterGet(key)
    return row
  }

  override async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    const row = await super.update(key, change, when)
    this.afterUpdate()
    return row
  }
}
