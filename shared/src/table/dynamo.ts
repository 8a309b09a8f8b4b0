import {
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  type KeysAndAttributes,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { givesUp } from '../aws-requests.ts'
import { givenByAws } from '../secrets/given.ts'
import { backOff, unlessThrottled } from './back-off.ts'
import { Expressions } from './expressions.ts'
import { type Item, itemOf, rowOf } from './items.ts'
import { PLATFORM } from './platform-id.ts'
import { startWithin } from './start-key.ts'
import {
  type Change,
  ConditionFailed,
  deleteRow,
  type Key,
  keyIn,
  type NewRow,
  type Page,
  type PlainAll,
  type PlainWrite,
  putRow,
  type Query,
  type Row,
  type Table,
  updateRow,
  type When,
  type Write,
} from './table.ts'
import type { TenantSessions } from './tenant-sessions.ts'

type Sessions = Pick<TenantSessions, 'credentialsFor'>

const CONFLICT_ATTEMPTS = 10
const RETURN_OLD = 'ALL_OLD' as const

/** Tables with one company's rights that a process keeps; the least recently used one makes room. */
const COMPANIES_AT_HAND = 200

/** The table in DynamoDB. Only this file talks to DynamoDB (a test checks that). */
export class DynamoTable implements Table {
  readonly #client: DynamoDBClient
  readonly #name: string
  readonly #sessions: Sessions | undefined
  readonly #ofCompanies = new Map<string, Table>()

  /** @param sessions if given, a company's rows are reached with that company's rights only */
  constructor(name: string, client = clientWith({}), sessions?: Sessions) {
    this.#name = name
    this.#client = client
    this.#sessions = sessions
  }

  withRightsOf(companyId: string): Table {
    const sessions = this.#sessions
    if (!sessions || companyId === PLATFORM) return this
    const { requestHandler } = this.#client.config
    const table =
      this.#ofCompanies.get(companyId) ??
      // All tables share the same open connections.
      new DynamoTable(
        this.#name,
        clientWith({ requestHandler, credentials: () => sessions.credentialsFor(companyId) }),
      )
    // Moved to the end: the most recently used.
    this.#ofCompanies.delete(companyId)
    this.#ofCompanies.set(companyId, table)
    const [longestAgo = ''] = this.#ofCompanies.keys()
    if (this.#ofCompanies.size > COMPANIES_AT_HAND) this.#ofCompanies.delete(longestAgo)
    return table
  }

  async get<T extends object>(key: Key<T>, { consistent = true } = {}): Promise<Row<T> | undefined> {
    const { Item } = await this.#client.send(
      new GetItemCommand({ TableName: this.#name, Key: itemKey(key), ConsistentRead: consistent }),
    )
    return Item && rowOf(Item)
  }

  async getMany<T extends object>(keys: readonly Key<T>[], { consistent = true } = {}): Promise<Row<T>[]> {
    const rows: Row<T>[] = []
    // DynamoDB refuses a batch that names a row twice.
    const each = new Map(keys.map((key) => [JSON.stringify([key.pk, key.sk]), itemKey(key)]))
    for (const chunk of chunksOf([...each.values()], 100)) {
      let wanted: Item[] | undefined = chunk
      for (let attempt = 0; wanted?.length; attempt++) {
        if (attempt) await backOff(attempt)
        const request: Record<string, KeysAndAttributes> = {
          [this.#name]: { Keys: wanted, ConsistentRead: consistent },
        }
        const answer: BatchGetItemCommandOutput | undefined = await unlessThrottled(attempt, () =>
          this.#client.send(new BatchGetItemCommand({ RequestItems: request })),
        )
        if (!answer) continue
        const items = answer.Responses?.[this.#name] ?? []
        rows.push(...items.map((item) => rowOf<T>(item)))
        wanted = answer.UnprocessedKeys?.[this.#name]?.Keys
      }
    }
    return rows
  }

  async put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> {
    const { Put } = this.#item(putRow(row, when))
    await written(() => this.#client.send(new PutItemCommand(given(Put))))
  }

  async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    const { Update } = this.#item(updateRow(key, change, when))
    const { Attributes } = await written(() =>
      this.#client.send(new UpdateItemCommand({ ...given(Update), ReturnValues: 'ALL_NEW' })),
    )
    return rowOf(givenByAws(Attributes))
  }

  async delete<T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void> {
    const { Delete } = this.#item(deleteRow(key, when))
    await written(() => this.#client.send(new DeleteItemCommand(given(Delete))))
  }

  async transact(writes: readonly Write[]): Promise<void> {
    const TransactItems = writes.map((write) => this.#item(write))
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#client.send(new TransactWriteItemsCommand({ TransactItems }))
        return
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
          throw new ConditionFailed(
            reasons.map(({ Code, Item }) =>
              Code === 'ConditionalCheckFailed' ? (Item ? rowOf(Item) : null) : undefined,
            ),
          )
        }
        // Another transaction held one of the rows: nothing was written, so try again.
        if (attempt === CONFLICT_ATTEMPTS || !reasons.some(({ Code }) => TRANSIENT.has(Code ?? '')))
          throw error
        await backOff(attempt)
      }
    }
  }

  async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    const start = startWithin(query as Query<object>)
    if (start === 'none') return { rows: [] }
    const expressions = new Expressions()
    const range = [
      `${expressions.name('pk')} = ${expressions.value(query.pk)}`,
      query.prefix !== undefined &&
        `begins_with(${expressions.name('sk')}, ${expressions.value(query.prefix)})`,
      query.upTo !== undefined && `${expressions.name('sk')} <= ${expressions.value(query.upTo)}`,
    ]
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#name,
        KeyConditionExpression: range.filter(Boolean).join(' AND '),
        ...(query.filter && { FilterExpression: expressions.condition(query.filter as PlainAll) }),
        ...expressions.parameters,
        ...(query.limit !== undefined && { Limit: query.limit }),
        ...(start.after !== undefined && { ExclusiveStartKey: itemKey(keyIn(query.pk, start.after)) }),
        ScanIndexForward: !query.descending,
        ConsistentRead: query.consistent ?? false,
      }),
    )
    return {
      rows: Items.map((item) => rowOf<T>(item)),
      ...(LastEvaluatedKey && { after: rowOf(LastEvaluatedKey).sk }),
    }
  }

  async putMany(rows: readonly Key[]): Promise<void> {
    await this.#batch(rows.map((row) => ({ PutRequest: { Item: itemOf(row) } })))
  }

  async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#batch(keys.map((key) => ({ DeleteRequest: { Key: itemKey(key) } })))
  }

  backOff(attempt: number): Promise<void> {
    return backOff(attempt)
  }

  async #batch(requests: WriteRequest[]): Promise<void> {
    for (const wave of chunksOf(chunksOf(requests, 25), 4)) {
      await Promise.all(
        wave.map(async (chunk) => {
          let left: WriteRequest[] | undefined = chunk
          for (let attempt = 0; left?.length; attempt++) {
            if (attempt) await backOff(attempt)
            const request: Record<string, WriteRequest[]> = { [this.#name]: left }
            const answer: BatchWriteItemCommandOutput | undefined = await unlessThrottled(attempt, () =>
              this.#client.send(new BatchWriteItemCommand({ RequestItems: request })),
            )
            if (answer) left = answer.UnprocessedItems?.[this.#name]
          }
        }),
      )
    }
  }

  #item(write: PlainWrite): TransactWriteItem {
    const expressions = new Expressions()
    const base = { TableName: this.#name }
    const UpdateExpression = 'update' in write ? expressions.change(write.change) : ''
    const guard = write.when && { ConditionExpression: expressions.condition(write.when) }
    const rest = {
      ...guard,
      ...expressions.parameters,
      ...(guard && { ReturnValuesOnConditionCheckFailure: RETURN_OLD }),
    }
    if ('put' in write) return { Put: { ...base, Item: itemOf(write.put), ...rest } }
    if ('delete' in write) return { Delete: { ...base, Key: itemKey(write.delete), ...rest } }
    if ('update' in write)
      return { Update: { ...base, Key: itemKey(write.update), UpdateExpression, ...rest } }
    const { ConditionExpression = '' } = guard ?? {}
    return { ConditionCheck: { ...base, Key: itemKey(write.check), ...rest, ConditionExpression } }
  }
}

const TRANSIENT = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * A client that builds a command's handlers once, not for each request, and leaves out the SDK's log, which copies every
 * request and answer even when nothing is logged (ADR 50).
 */
function clientWith(config: DynamoDBClientConfig): DynamoDBClient {
  const client = new DynamoDBClient({ requestHandler: givesUp(), ...config, cacheMiddleware: true })
  client.middlewareStack.remove('loggerMiddleware')
  return client
}

const itemKey = ({ pk, sk }: Key): Item => ({ pk: { S: pk }, sk: { S: sk } })

/**
 * Makes a single write. If another transaction holds the row, nothing was written, and the write is tried again.
 * @throws ConditionFailed only if the write was certainly not made
 */
async function written<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) {
        // The SDK repeated a request whose answer was lost. Its first try may have made the write that refuses this one.
        if ((error.$metadata.attempts ?? 1) > 1)
          throw new Error('The answer to a write was lost', { cause: error })
        throw new ConditionFailed([error.Item ? rowOf(error.Item) : null])
      }
      // The SDK does not retry this error.
      if (!(error instanceof TransactionConflictException) || attempt === CONFLICT_ATTEMPTS) throw error
      await backOff(attempt)
    }
  }
}

function given<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Unknown kind of write')
  return part
}

const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
