import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { CreateTableCommand, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { keyIn, type Row } from '@recado/shared/table/table'
import { dynamodbCommand } from '../../infra/local/dynamodb.ts'
import { addressesOf, CREDENTIALS, REGION } from '../../infra/local/environment.ts'
import { findPort, type Layout } from '../../infra/local/layout.ts'
import { TABLE_SCHEMA } from '../../infra/local/table-schema.ts'
import { eventually } from './eventually.ts'
import type { LooseRow } from './loose-rows.ts'
import { deleteTables, outside } from './outside.ts'

/** A DynamoDB for one test. */
export interface RunningDynamoDb {
  client: DynamoDBClient
  /** Creates a table with the product's keys. */
  createTable(name: string): Promise<void>
  stop(): Promise<void>
}

/** Starts an in-memory emulator, or opens a separate account in the one at AWS_ENDPOINT_URL. */
export const startDynamoDb = (): Promise<RunningDynamoDb> => {
  const { dynamodb } = outside()
  return dynamodb ? openAccount(dynamodb) : startEmulator()
}

async function openAccount(endpoint: string): Promise<RunningDynamoDb> {
  // An emulator accepts twelve digits as an account, and no other account sees its tables.
  const accessKeyId = String(randomInt(1e11, 1e12))
  const client = clientAt(endpoint, { ...CREDENTIALS, accessKeyId })
  return {
    client,
    createTable: (name) => createTable(client, name),
    async stop() {
      await deleteTables(client)
      client.destroy()
    },
  }
}

/** @param database a file; in memory without one @returns the emulator and its address */
export async function startEmulator(database = ':memory:'): Promise<RunningDynamoDb & { address: string }> {
  const port = await findPort()
  const { command, args } = dynamodbCommand(database, port)
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const address = `http://127.0.0.1:${port}`
  const client = clientAt(address)
  await eventually('DynamoDB answers', () => fetch(address).catch(() => undefined))
  return {
    client,
    address,
    createTable: (name) => createTable(client, name),
    async stop() {
      process.off('exit', end)
      client.destroy()
      end()
      await ended
    },
  }
}

/** A client of a running system's DynamoDB, configured like the system's own. */
export const clientOf = (layout: Layout): DynamoDBClient => clientAt(addressesOf(layout).dynamodb)

export const clientAt = (endpoint: string, credentials = CREDENTIALS): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: REGION, credentials })

/** Every row of a table in order of the keys, for comparisons before and after. */
export async function dumpOf(client: DynamoDBClient, table: string): Promise<Row<LooseRow>[]> {
  const rows: Row<LooseRow>[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    rows.push(...Items.map(rowOf))
  }
  return sortedByKey(rows)
}

export const sortedByKey = <R extends { pk: string; sk: string }>(rows: R[]): R[] =>
  rows.sort((a, b) => Buffer.compare(Buffer.from(`${a.pk}\0${a.sk}`), Buffer.from(`${b.pk}\0${b.sk}`)))

function rowOf(item: Parameters<typeof unmarshall>[0]): Row<LooseRow> {
  const { pk, sk, ...rest } = unmarshall(item)
  return { ...keyIn<LooseRow>(String(pk), String(sk)), ...rest }
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new CreateTableCommand({ TableName: name, ...TABLE_SCHEMA }))
}
