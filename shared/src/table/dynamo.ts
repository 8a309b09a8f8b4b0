import { setTimeout as pause } from 'node:timers/promises'
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Expressions } from './expressions.ts'
import { PLATFORM } from './platform-id.ts'
import {
  type Change,
  ConditionFailed,
  deleteRow,
  type Key,
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
type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
type BatchRequest = { PutRequest: { Item: Key } } | { DeleteRequest: { Key: Key } }

const CONFLICT_ATTEMPTS = 10
const RETURN_OLD = 'ALL_OLD' as const

/** Tables with one company's rights that a process keeps; the least recently used one makes room. */
const COMPANIES_AT_HAND = 200

/** The table in DynamoDB. Only this file talks to DynamoDB (a test checks that). */
export class DynamoTable implements Table {
  readonly #client: DynamoDBDocumentClient
  readonly #name: string
  readonly #sessions: Sessions | undefined
  readonly #ofCompanies = new Map<string, Table>()

  /** @param sessions if given, a company's rows are reached with that company's rights only */
  constructor(name: string, client = new DynamoDBClient({}), sessions?: Sessions) {
    this.#name = name
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
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
        new DynamoDBClient({ requestHandler, credentials: () => sessions.credentialsFor(companyId) }),
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
      new GetCommand({ TableName: this.#name, Key: keyOnly(key), ConsistentRead: consistent }),
    )
    return Item as Row<T> | undefined
  }

  async getMany<T extends object>(keys: readonly Key<T>[], { consistent = true } = {}): Promise<Row<T>[]> {
    const rows: Row<T>[] = []
    // DynamoDB refuses a batch that names a row twice.
    const each = new Map(keys.map((key) => [JSON.stringify([key.pk, key.sk]), keyOnly(key)]))
    for (const chunk of chunksOf([...each.values()], 100)) {
      let wanted: Key[] | undefined = chunk
      for (let attempt = 0; wanted?.length; attempt++) {
        if (attempt) await backOff(attempt)
        const answer: {
          Responses?: Record<string, object[]>
          UnprocessedKeys?: Record<string, { Keys?: object[] }>
        } = await this.#client.send(
          new BatchGetCommand({
            RequestItems: { [this.#name]: { Keys: wanted, ConsistentRead: consistent } },
          }),
        )
        rows.push(...((answer.Responses?.[this.#name] ?? []) as Row<T>[]))
        wanted = answer.UnprocessedKeys?.[this.#name]?.Keys as Key[] | undefined
      }
    }
    return rows
  }

  async put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> {
    const { Put } = this.#item(putRow(row, when))
    await written(() => this.#client.send(new PutCommand(given(Put))))
  }

  async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    const { Update } = this.#item(updateRow(key, change, when))
    const { Attributes } = await written(() =>
      this.#client.send(new UpdateCommand({ ...given(Update), ReturnValues: 'ALL_NEW' })),
    )
    return Attributes as Row<T>
  }

  async delete<T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void> {
    const { Delete } = this.#item(deleteRow(key, when))
    await written(() => this.#client.send(new DeleteCommand(given(Delete))))
  }

  async transact(writes: readonly Write[]): Promise<void> {
    const TransactItems = writes.map((write) => this.#item(write))
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#client.send(new TransactWriteCommand({ TransactItems }))
        return
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
          throw new ConditionFailed(
            reasons.map(({ Code, Item }) =>
              Code === 'ConditionalCheckFailed' ? (Item ? (unmarshall(Item) as Row) : null) : undefined,
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
        ...(query.after !== undefined && { ExclusiveStartKey: { pk: query.pk, sk: query.after } }),
        ScanIndexForward: !query.descending,
        ConsistentRead: query.consistent ?? false,
      }),
    )
    return { rows: Items as Row<T>[], ...(LastEvaluatedKey && { after: String(LastEvaluatedKey.sk) }) }
  }

  async putMany(rows: readonly Key[]): Promise<void> {
    await this.#batch(rows.map((Item) => ({ PutRequest: { Item } })))
  }

  async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#batch(keys.map((key) => ({ DeleteRequest: { Key: keyOnly(key) } })))
  }

  backOff(attempt: number): Promise<void> {
    return backOff(attempt)
  }

  async #batch(requests: BatchRequest[]): Promise<void> {
    for (const wave of chunksOf(chunksOf(requests, 25), 4)) {
      await Promise.all(
        wave.map(async (chunk) => {
          let left: BatchRequest[] | undefined = chunk
          for (let attempt = 0; left?.length; attempt++) {
            if (attempt) await backOff(attempt)
            const answer = await this.#client.send(
              new BatchWriteCommand({ RequestItems: { [this.#name]: left } }),
            )
            left = answer.UnprocessedItems?.[this.#name] as BatchRequest[] | undefined
          }
        }),
      )
    }
  }

  #item(write: PlainWrite): TransactItem {
    const expressions = new Expressions()
    const base = { TableName: this.#name }
    const UpdateExpression = 'update' in write ? expressions.change(write.change) : ''
    const guard = write.when && { ConditionExpression: expressions.condition(write.when) }
    const rest = {
      ...guard,
      ...expressions.parameters,
      ...(guard && { ReturnValuesOnConditionCheckFailure: RETURN_OLD }),
    }
    if ('put' in write) return { Put: { ...base, Item: write.put, ...rest } }
    if ('delete' in write) return { Delete: { ...base, Key: keyOnly(write.delete), ...rest } }
    if ('update' in write)
      return { Update: { ...base, Key: keyOnly(write.update), UpdateExpression, ...rest } }
    const { ConditionExpression = '' } = guard ?? {}
    return { ConditionCheck: { ...base, Key: keyOnly(write.check), ...rest, ConditionExpression } }
  }
}

const TRANSIENT = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

const keyOnly = ({ pk, sk }: Key): Key => ({ pk, sk })

/** Makes a single write. If another transaction holds the row, nothing was written, and the write is tried again. */
async function written<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        throw new ConditionFailed([error.Item ? (unmarshall(error.Item) as Row) : null])
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

/** Full jitter: 0 to 2^attempt × 10 ms, at most 1 s. */
const backOff = (attempt: number) => pause(Math.random() * Math.min(1000, 10 * 2 ** attempt))
