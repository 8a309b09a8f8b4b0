import * as z from 'zod'
import { type AwsAnswer, type AwsCall, Door } from './door.ts'

const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']

/** A request that DynamoDB charges for. */
export interface CountedRequest {
  /** AWS's name of the operation: `PutItem`, `Query`, … */
  operation: string
  kind: 'read' | 'write'
  /** Capacity units; 0 for a refused request. */
  units: number
  /** Its table's name. */
  table: string
  /** Partition keys in the request. */
  partitions: string[]
  /** Its condition failed. The answer has no units, but DynamoDB charges for the rows of the condition. */
  isRefused: boolean
}

const consumed = z.object({ CapacityUnits: z.number() })
const answered = z.object({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() })

/**
 * A proxy in front of DynamoDB that sums up the consumed capacity units (`ReturnConsumedCapacity`). The rules are
 * those of AWS's guide, "DynamoDB read and write operations"
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html): 4 KB per read unit, half
 * of that price for an eventually consistent read; 1 KB per write unit, of the larger of a row before and after the
 * write; double in a transaction; a query by the sum of the rows it read before its filter. A test compares the
 * emulator's figures with these rules (test/unit/counting-proxy.test.ts).
 */
export class CountingProxy {
  requests: CountedRequest[] = []
  #door: Door | undefined

  /** @param behind address of a DynamoDB */
  static async before(behind: string): Promise<CountingProxy> {
    const proxy = new CountingProxy()
    proxy.#door = await Door.before(behind, {
      passOn: ({ operation, body }) =>
        isCharged(operation) ? { ...body, ReturnConsumedCapacity: 'TOTAL' } : body,
      answered: (call, answer) => proxy.#count(call, answer),
    })
    return proxy
  }

  get address(): string {
    return this.#door?.address ?? ''
  }

  /** Capacity units since the last reset. @param isWanted selects the requests to sum up; all by default */
  units(kind: 'read' | 'write', isWanted: (request: CountedRequest) => boolean = () => true): number {
    return this.requests
      .filter((request) => request.kind === kind && isWanted(request))
      .reduce((sum, { units }) => sum + units, 0)
  }

  reset(): void {
    this.requests = []
  }

  async stop(): Promise<void> {
    await this.#door?.stop()
  }

  #count({ operation, body }: AwsCall, { isOk, text }: AwsAnswer): void {
    if (!isCharged(operation)) return
    const { ConsumedCapacity = [] } = isOk ? answered.parse(JSON.parse(text)) : {}
    this.requests.push({
      operation,
      kind: isRead(operation) ? 'read' : 'write',
      units: [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0),
      table: tableIn(body),
      partitions: partitionsIn(body),
      isRefused: !isOk,
    })
  }
}

const isRead = (operation: string): boolean => READS.includes(operation)
const isWrite = (operation: string): boolean =>
  ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'].includes(operation)

const isCharged = (operation: string): boolean => isRead(operation) || isWrite(operation)

/** Name of the request's table. The product never mixes two in one request but for a check of another table's row. */
function tableIn(body: object): string {
  let found = ''
  JSON.stringify(body, (name, value: unknown) => {
    if (found === '' && name === 'TableName') found = String(value)
    if (found === '' && name === 'RequestItems') found = Object.keys(value as object)[0] ?? ''
    return value
  })
  return found
}

/** The values of all `pk` in a request; of a query, its first value, which names its partition. */
function partitionsIn(body: {
  KeyConditionExpression?: unknown
  ExpressionAttributeValues?: unknown
}): string[] {
  const found: string[] = []
  const note = (value: unknown) => {
    if (typeof value === 'object' && value !== null && 'S' in value) found.push(String(value.S))
  }
  if (body.KeyConditionExpression) note(Object.values(body.ExpressionAttributeValues ?? {})[0])
  JSON.stringify(body, (name, value: unknown) => {
    if (name === 'pk') note(value)
    return value
  })
  return found
}
