import { MemoryTable } from '@recado/shared/table/memory'
import {
  type Change,
  ConditionFailed,
  type Key,
  type NewRow,
  type Row,
  type When,
} from '@recado/shared/table/table'

/**
 * A table whose single writes lose their first answer and are made again, as DynamoDB's client does. Transactions are made
 * once: their token lets DynamoDB recognize the repetition.
 */
export class RepeatingTable extends MemoryTable {
  override async put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> {
    await super.put<T>(row, when)
    await again(() => super.put<T>(row, when))
  }

  override async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    await super.update(key, change, when)
    return again(() => super.update(key, change, when))
  }

  override async delete<T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void> {
    await super.delete(key, when)
    await again(() => super.delete(key, when))
  }
}

/** What `shared/src/table/dynamo.ts` makes of a refused repetition. */
async function again<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ConditionFailed) throw new Error('The answer to a write was lost', { cause: error })
    throw error
  }
}
