import { MortalTable } from './mortal-table.ts'

/** A table that lets others act before a transaction. */
export class RacedTable extends MortalTable {
  beforeTransaction: (() => Promise<unknown>) | undefined

  override async transact(writes: Parameters<MortalTable['transact']>[0]): Promise<void> {
    const others = this.beforeTransaction
    this.beforeTransaction = undefined
    await others?.()
    return super.transact(writes)
  }
}
