import { expect } from 'vitest'
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

  /** Makes a call while another one, which has read the same data, is about to write. */
  async during<T>(other: () => Promise<unknown>, call: () => Promise<T>): Promise<T> {
    this.beforeTransaction = other
    try {
      return await call()
    } finally {
      expect(this.beforeTransaction).toBeUndefined()
    }
  }
}
