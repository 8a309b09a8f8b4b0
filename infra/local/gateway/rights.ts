import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { Domain } from '@recado/shared/api/routes'
import { grantsOf, isAcrossCompanies } from '../../src/domain-grants.ts'
import type { Grants } from '../../src/grants.ts'
import { ownKeys, type RowKeys, sessionKeys } from '../../src/row-keys.ts'
import { type SocketRoute, socketGrants } from '../../src/worker-grants.ts'

/**
 * A function's rights to rows, as IAM checks them in a deployment. In tests the gateway's functions assume a role for
 * each company (sts.ts), and {@link enforceRights} refuses rows that the deployed function cannot reach:
 * a missing grant fails the test of its call.
 */
const running = new AsyncLocalStorage<{ name: string; grants: Grants }>()

/** Whether tests enforce the rights. Otherwise all functions reach all rows, with the emulator's credentials. */
const isEnforced = process.env.TENANT_ROLE !== undefined

/** Grants by domain, computed at its first call. */
const grants = new Map<Domain, Grants>()

/** Runs a domain's function with its rights. */
export function asDomain<T>(domain: Domain, call: () => T): T {
  if (!isEnforced || isAcrossCompanies(domain)) return call()
  const known = grants.get(domain) ?? grantsOf(domain)
  grants.set(domain, known)
  return running.run({ name: domain, grants: known }, call)
}

/** Runs a function of the live socket with its rights. */
export const asSocketRoute = <T>(route: SocketRoute, call: () => T): T =>
  isEnforced ? running.run({ name: route, grants: socketGrants[route] }, call) : call()

/** Checks every request for rows of this process before it is sent. */
export function enforceRights(): void {
  if (!isEnforced) return
  const { send } = DynamoDBClient.prototype
  Object.assign(DynamoDBClient.prototype, {
    async send(this: DynamoDBClient, ...request: Parameters<typeof send>) {
      const caller = running.getStore()
      if (caller) {
        const { name, grants } = caller
        const { sessionToken: company } = await this.config.credentials()
        const allowed = company ? sessionKeys(grants, company) : ownKeys(grants)
        const refused = refusedKeys(touchedKeys(request[0]), allowed)
        const whose = company ? 'in the session of a company' : 'with its own rights'
        if (refused.length > 0) throw new Error(`${name} may not reach ${refused.join(', ')} ${whose}`)
      }
      return send.apply(this, request)
    },
  })
}

/** The partition keys of a request that its sender may not reach. */
export const refusedKeys = (touched: RowKeys, allowed: RowKeys): string[] => [
  ...touched.read.filter((key) => !isAmong(allowed.read, key)),
  ...touched.written.filter((key) => !isAmong(allowed.written, key)),
]

/** Patterns have a `*` at their end or nowhere. */
const isAmong = (patterns: readonly string[], key: string): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? key.startsWith(pattern.replace(/\*$/, '')) : key === pattern,
  )

/** The partition keys of a command of the table. @throws for a command that the table does not use */
export function touchedKeys(command: object): RowKeys {
  if (command instanceof GetItemCommand) return reading([command.input.Key])
  if (command instanceof QueryCommand) return reading([{ pk: queriedKey(command) }])
  if (command instanceof BatchGetItemCommand)
    return reading(Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys))
  if (command instanceof PutItemCommand) return writing([command.input.Item])
  if (command instanceof UpdateItemCommand || command instanceof DeleteItemCommand)
    return writing([command.input.Key])
  if (command instanceof BatchWriteItemCommand)
    return writing(
      Object.values(command.input.RequestItems ?? {})
        .flat()
        .map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key),
    )
  if (command instanceof TransactWriteItemsCommand)
    return writing(
      (command.input.TransactItems ?? []).map(
        ({ Put, Update, Delete, ConditionCheck }) =>
          Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key,
      ),
    )
  throw new Error(`Unknown command of the table: ${command.constructor.name}`)
}

type Rows = (Record<string, AttributeValue | undefined> | undefined)[]
const reading = (rows: Rows): RowKeys => ({ read: rows.map(partitionOf), written: [] })
const writing = (rows: Rows): RowKeys => ({ read: [], written: rows.map(partitionOf) })

/** The table compares the partition key first: `#name = :value AND …`. */
function queriedKey({ input }: QueryCommand): AttributeValue | undefined {
  const [, value = ''] = /^#\w+ = (:\w+)/.exec(input.KeyConditionExpression ?? '') ?? []
  return input.ExpressionAttributeValues?.[value]
}

function partitionOf(row: Rows[number]): string {
  if (row?.pk?.S === undefined) throw new Error('A request without a partition key')
  return row.pk.S
}
