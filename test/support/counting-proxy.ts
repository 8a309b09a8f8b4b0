import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']

/** A request that DynamoDB charges for. */
export interface CountedRequest {
  /** AWS's name of the operation: `PutItem`, `Query`, … */
  operation: string
  kind: 'read' | 'write'
  /** Capacity units; 0 for a refused request. */
  units: number
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
  readonly #server: Server
  readonly #behind: string

  /** @param behind address of a DynamoDB */
  static async before(behind: string): Promise<CountingProxy> {
    const proxy = new CountingProxy(behind)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  private constructor(behind: string) {
    this.#behind = behind
    this.#server = createServer((request, response) => {
      this.#forward(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  get address(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
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
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Record<string, unknown> = JSON.parse(await textOf(request))
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const isCounted = isRead(operation) || isWrite(operation)
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      name === 'host' || name === 'content-length' || name === 'connection' ? [] : [[name, String(value)]],
    )
    const answer = await fetch(this.#behind, {
      method: 'POST',
      headers,
      body: JSON.stringify(isCounted ? { ...body, ReturnConsumedCapacity: 'TOTAL' } : body),
    })
    const text = await answer.text()
    if (isCounted) this.#count(operation, body, answer.ok, text)
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/x-amz-json-1.0',
    })
    response.end(text)
  }

  #count(operation: string, body: object, isOk: boolean, text: string): void {
    const { ConsumedCapacity = [] } = isOk ? answered.parse(JSON.parse(text)) : {}
    this.requests.push({
      operation,
      kind: isRead(operation) ? 'read' : 'write',
      units: [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0),
      partitions: partitionsIn(body),
      isRefused: !isOk,
    })
  }
}

const isRead = (operation: string): boolean => READS.includes(operation)
const isWrite = (operation: string): boolean =>
  ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'].includes(operation)

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The values of all `pk` in a request. */
function partitionsIn(body: object): string[] {
  const found: string[] = []
  JSON.stringify(body, (name, value: unknown) => {
    if (name === 'pk' && typeof value === 'object' && value !== null && 'S' in value)
      found.push(String(value.S))
    return value
  })
  return found
}
