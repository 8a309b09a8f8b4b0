import { spawn } from 'node:child_process'
import { CreateTableCommand, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Row } from '@recado/shared/table/table'
import { dynamodbCommand } from '../../infra/local/dynamodb.ts'
import { findPort } from '../../infra/local/layout.ts'
import { TABLE_SCHEMA } from '../../infra/local/table-schema.ts'
import { eventually } from './eventually.ts'

/** A DynamoDB emulator of a test's own, which keeps everything in memory. */
export interface RunningDynamoDb {
  client: DynamoDBClient
  /** A new table with the product's keys. */
  createTable(name: string): Promise<void>
  stop(): Promise<void>
}

export async function startDynamoDb(): Promise<RunningDynamoDb> {
  const port = await findPort()
  const { command, args } = dynamodbCommand(':memory:', port)
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const client = clientOf(port)
  await eventually('DynamoDB answers', () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))
  return {
    client,
    createTable: (name) => createTable(client, name),
    async stop() {
      process.off('exit', end)
      client.destroy()
      end()
      await ended
    },
  }
}

/** A client of the emulator on this port, as the local system's parts have one. */
export const clientOf = (port: number): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'sa-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })

/** Every row of a table in the order of their keys: what a test compares before and after. */
export async function dumpOf(client: DynamoDBClient, table: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    rows.push(...Items.map(rowOf))
  }
  return sortedByKey(rows)
}

export const sortedByKey = (rows: Row[]): Row[] =>
  rows.sort((a, b) => Buffer.compare(Buffer.from(`${a.pk}\0${a.sk}`), Buffer.from(`${b.pk}\0${b.sk}`)))

function rowOf(item: Parameters<typeof unmarshall>[0]): Row {
  const { pk, sk, ...rest } = unmarshall(item)
  return { pk: String(pk), sk: String(sk), ...rest }
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new CreateTableCommand({ TableName: name, ...TABLE_SCHEMA }))
}
