import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import {
  commandQueue,
  commandQueueName,
  deadLetterQueueName,
  isFifo,
  type QueueName,
  queues,
} from '@recado/shared/queues/queues'
import { sqsClient } from '@recado/shared/queues/sqs'
import { createDemoData } from './demo-data.ts'
import type { Names } from './names.ts'
import { TABLE_SCHEMA } from './table-schema.ts'

/**
 * Creates a deployment's tables, queues and bucket, and the demo company. Idempotent.
 * @param shards the number of shards of connections
 */
export async function provision(
  { table, authTable, bucket, queuePrefix }: Names,
  shards: number,
): Promise<void> {
  await Promise.all([
    createTable(table),
    createTable(authTable),
    createBucket(bucket),
    createQueues(queuePrefix, shards),
  ])
  await createDemoData(table)
}

async function createTable(name: string): Promise<void> {
  const client = new DynamoDBClient({})
  try {
    await client.send(new CreateTableCommand({ TableName: name, ...TABLE_SCHEMA }))
    const ttl = { AttributeName: 'expiresAt', Enabled: true }
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: ttl }))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

async function createBucket(Bucket: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true })
  try {
    await client.send(new CreateBucketCommand({ Bucket }))
  } catch (error) {
    if (!(error instanceof Error && /AlreadyOwnedByYou|AlreadyExists/.test(error.name))) throw error
  }
}

async function createQueues(prefix: string, shards: number): Promise<void> {
  for (const name of Object.keys(queues) as QueueName[])
    await createQueue(prefix, name, queues[name], isFifo(name))
  for (let shard = 0; shard < shards; shard++)
    await createQueue(prefix, commandQueueName(shard), commandQueue, true)
}

/** Creates a queue with its dead-letter queue, or updates one of an earlier version. */
async function createQueue(
  prefix: string,
  name: string,
  queue: { visibilitySeconds: number; attempts: number },
  fifo: boolean,
): Promise<void> {
  const client = sqsClient()
  const suffix = fifo ? '.fifo' : ''
  const kind = fifo ? { FifoQueue: 'true' } : {}
  const deadLetters = `${prefix}${deadLetterQueueName(name)}${suffix}`
  await client.send(new CreateQueueCommand({ QueueName: deadLetters, Attributes: kind }))
  const deadLetterTargetArn = `arn:aws:sqs:${process.env.AWS_REGION}:000000000000:${deadLetters}`
  const Attributes = {
    VisibilityTimeout: String(queue.visibilitySeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: String(queue.attempts) }),
  }
  const QueueName = prefix + name + suffix
  try {
    await client.send(new CreateQueueCommand({ QueueName, Attributes: { ...kind, ...Attributes } }))
  } catch (error) {
    if (!/QueueNameExists/.test(String(error))) throw error
    const QueueUrl = `${process.env.QUEUE_URL_PREFIX}${name}${suffix}`
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }))
  }
}
