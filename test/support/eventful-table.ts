import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row } from '@recado/shared/table/table'

/** A table in memory with which something happens between what it does and its answer. */
export class EventfulTable extends MemoryTable {
  /** After a row was read and before whoever asked for it has it. */
  afterGet: (key: Key) => Promise<unknown> = async () => undefined
  /** After a row was changed and before whoever changed it knows. */
  afterUpdate: () => void = () => undefined

  override async get<T extends object>(key: Key): Promise<Row<T> | undefined> {
    const row = await super.get<T>(key)
    await this.afterGet(key)
    return row
  }

  override async update<T extends object>(...of: Parameters<MemoryTable['update']>): Promise<Row<T>> {
    const row = await super.update<T>(...of)
    this.afterUpdate()
    return row
  }
}
