import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { SQSClient } from '@aws-sdk/client-sqs'
import { sqsClient } from '@recado/shared/queues/sqs'
import { CREDENTIALS, REGION } from '../../infra/local/environment.ts'
import { findPort } from '../../infra/local/layout.ts'
import { TABLE_SCHEMA } from '../../infra/local/table-schema.ts'
import { startEmulator } from './dynamodb.ts'
import { eventually } from './eventually.ts'
import { deleteMade, namesIn, outside } from './outside.ts'

/** AWS, or an emulator of it. */
export interface Aws {
  /** A table with the product's keys. */
  dynamodb: { client: DynamoDBClient; table: string }
  /** All queues have this prefix and are deleted afterwards. */
  sqs: { client: SQSClient; prefix: string; url: string }
  s3: { client: S3Client; bucket: string; url: string }
}

/** An open AWS for tests, with its clean-up. */
export interface OpenAws {
  aws: Aws
  close(): Promise<void>
}

/** Opens shared emulators if there are some, else the local system's own. */
export function openEmulators(): Promise<OpenAws> {
  const { dynamodb, queues } = outside()
  return dynamodb && queues ? openAws({ dynamodb, queues }) : openLocal()
}

/** Creates this run's table and bucket, and queue names; `close` deletes them all. */
async function openAws({ dynamodb, queues }: { dynamodb: string; queues: string }): Promise<OpenAws> {
  // The product's own clients read these variables, S3's included.
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: queues,
    AWS_ENDPOINT_URL_S3: queues,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  })
  const names = namesIn(`conformance ${process.pid} ${Date.now()}`)
  const { table: TableName, bucket: Bucket, queuePrefix: prefix } = names
  const [client, s3] = [new DynamoDBClient({}), new S3Client({ forcePathStyle: true })]
  await client.send(new CreateTableCommand({ TableName, ...TABLE_SCHEMA }))
  const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
  await s3.send(new CreateBucketCommand({ Bucket }))
  return {
    aws: {
      dynamodb: { client, table: TableName },
      sqs: { client: sqsClient(), prefix, url: `${queues}/000000000000` },
      s3: { client: s3, bucket: Bucket, url: queues },
    },
    close: () =>
      deleteMade({ dynamodb, queues }, { tables: [TableName], bucket: Bucket, queuePrefix: prefix }),
  }
}

/** Starts the local system's emulators as processes of this run. */
async function openLocal(): Promise<OpenAws> {
  const dynamodb = await startEmulator()
  const queues = await startQueues()
  const { aws, close } = await openAws({ dynamodb: dynamodb.address, queues: queues.address })
  return {
    aws,
    async close() {
      await close()
      await dynamodb.stop()
      await queues.stop()
    },
  }
}

/** Starts an emulator of SQS and S3 with a folder of its own. */
export async function startQueues() {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'recado-conformance-')), await findPort()]
  const script = join(import.meta.dirname, '../../infra/local/queues.ts')
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, RECADO_DATA: folder, QUEUES_PORT: String(port) },
    stdio: 'ignore',
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const address = `http://127.0.0.1:${port}`
  await eventually('the queues answer', () => fetch(address).catch(() => undefined))
  return {
    address,
    async stop() {
      process.off('exit', end)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
