import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { CountingProxy } from '../support/counting-proxy.ts'
import { clientAt } from '../support/dynamodb.ts'

/** A company's table behind a proxy that counts DynamoDB's units. */
export class CountedTable {
  readonly table: TenantTable
  readonly #proxy: CountingProxy
  readonly #client: DynamoDBClient

  /** @param address of the DynamoDB @param name the table's */
  static async open(address: string, name: string, companyId: string): Promise<CountedTable> {
    return new CountedTable(await CountingProxy.before(address), name, companyId)
  }

  private constructor(proxy: CountingProxy, name: string, companyId: string) {
    this.#proxy = proxy
    this.#client = clientAt(proxy.address)
    this.table = new TenantTable(new DynamoTable(name, this.#client), companyId)
  }

  /** Read units (4 KB) of some work. An eventually consistent read takes half a unit. */
  async readUnitsOf(reading: () => Promise<unknown>): Promise<number> {
    this.#proxy.reset()
    await reading()
    return this.#proxy.units('read')
  }

  /** Read and write units of some work. */
  async unitsOf(work: () => Promise<unknown>): Promise<{ read: number; write: number }> {
    this.#proxy.reset()
    await work()
    return { read: this.#proxy.units('read'), write: this.#proxy.units('write') }
  }

  stop(): Promise<void> {
    this.#client.destroy()
    return this.#proxy.stop()
  }
}
