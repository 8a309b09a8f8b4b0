import { createHash } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import { DeleteBucketCommand, DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { DeleteQueueCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs'
import { addressesOf, CREDENTIALS, REGION } from '../../infra/local/environment.ts'
import type { Layout, Outside } from '../../infra/local/layout.ts'
import { type Names, namesOf } from '../../infra/local/names.ts'

/** Shared DynamoDB, SQS and S3 at AWS_ENDPOINT_URL, if it is set. */
export const outside = ({ AWS_ENDPOINT_URL: url } = process.env): Outside =>
  url ? { dynamodb: url, queues: url } : {}

/** Whether the emulators are shared, and so cannot be stopped. */
export const isShared = outside().dynamodb !== undefined

/** Names for a folder: the same folder gets the same names, so that a system can continue in it. */
export const namesIn = (folder: string): Names =>
  namesOf(`recado-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)

/** Deletes everything that a system created in shared emulators. */
export function forget(layout: Layout): Promise<void> {
  const { table, authTable, bucket, queuePrefix } = layout.names
  return deleteMade(addressesOf(layout), { tables: [table, authTable], bucket, queuePrefix })
}

interface Made {
  tables: string[]
  bucket: string
  queuePrefix: string
}

export async function deleteMade(
  { dynamodb, queues }: { dynamodb: string; queues: string },
  { tables, bucket, queuePrefix }: Made,
): Promise<void> {
  const how = { region: REGION, credentials: CREDENTIALS }
  const client = new DynamoDBClient({ ...how, endpoint: dynamodb })
  for (const TableName of tables) await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
  await deleteQueues(new SQSClient({ ...how, endpoint: queues, useQueueUrlAsEndpoint: false }), queuePrefix)
  await deleteBucket(new S3Client({ ...how, endpoint: queues, forcePathStyle: true }), bucket)
}

/** Deletes all tables of an account. */
export async function deleteTables(client: DynamoDBClient): Promise<void> {
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    for (const TableName of TableNames) await client.send(new DeleteTableCommand({ TableName }))
}

/** Deletes the many queues ten at a time. */
async function deleteQueues(client: SQSClient, prefix: string): Promise<void> {
  const urls: string[] = []
  for await (const { QueueUrls = [] } of paginateListQueues(
    { client, pageSize: 1000 },
    { QueueNamePrefix: prefix },
  ))
    urls.push(...QueueUrls)
  for (let from = 0; from < urls.length; from += 10)
    await Promise.all(
      urls.slice(from, from + 10).map((QueueUrl) => client.send(new DeleteQueueCommand({ QueueUrl }))),
    )
  client.destroy()
}

async function deleteBucket(client: S3Client, Bucket: string): Promise<void> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }))
  await client.send(new DeleteBucketCommand({ Bucket }))
  client.destroy()
}
