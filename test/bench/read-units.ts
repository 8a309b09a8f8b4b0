import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Layout } from '../../infra/local/layout.ts'
import { clientOf } from '../support/dynamodb.ts'

/** A company's view of a running system's table that counts what DynamoDB would charge for reading. */
export class CountedTable {
  readonly table: TenantTable
  #units = 0

  constructor(layout: Layout, companyId: string) {
    const client = clientOf(layout)
    client.middlewareStack.add(
      (next) => (call) => {
        const input = { ...call.input, ReturnConsumedCapacity: 'TOTAL' }
        return next({ ...call, input }).then((answer) => {
          if ('ConsumedCapacity' in answer.output)
            for (const used of [answer.output.ConsumedCapacity ?? []].flat())
              if ('CapacityUnits' in used) this.#units += used.CapacityUnits ?? 0
          return answer
        })
      },
      { step: 'initialize' },
    )
    this.table = new TenantTable(new DynamoTable(layout.names.table, client), companyId)
  }

  /** Read units of 4 KB that something takes: half of one where it may be a second old. */
  async unitsOf(reading: () => Promise<unknown>): Promise<number> {
    const before = this.#units
    await reading()
    return this.#units - before
  }
}
