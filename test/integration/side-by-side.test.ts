import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { ListQueuesCommand } from '@aws-sdk/client-sqs'
import { sqsClient } from '@recado/shared/queues/sqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Layout } from '../../infra/local/layout.ts'
import { ApiClient } from '../support/api-client.ts'
import { clientOf } from '../support/dynamodb.ts'
import { atMost } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { isShared } from '../support/outside.ts'

const SHEET = new TextEncoder().encode('nome,numero\nAna,5511955570001\n')

describe('two systems side by side', () => {
  let [first, second]: (RunningSystem | undefined)[] = []
  beforeAll(async () => {
    first = await startSystem()
    second = await startSystem()
  }, atMost(120_000))
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
  })

  const signedIn = (system: RunningSystem | undefined) => ApiClient.signIn(system?.origin ?? '')
  const listsOf = async (client: ApiClient) =>
    (await client.call('listContactLists')).records.map(({ name }) => name)

  test('two systems side by side do not see each other’s data', async () => {
    const [one, other] = [await signedIn(first), await signedIn(second)]
    for (const [client, name] of [
      [one, 'Da primeira'],
      [other, 'Da segunda'],
    ] as const)
      await client.imported((await client.newList(name)).id, SHEET, 'contatos.csv')
    expect([await listsOf(one), await listsOf(other)]).toEqual([['Da primeira'], ['Da segunda']])
  })

  test('a system that stops leaves nothing behind and does not affect the other', async () => {
    if (!first) throw new Error('There is no first system')
    const { layout } = first
    expect(isShared && (await madeBy(layout))).toEqual(isShared && { tables: 2, queues: 88, buckets: 1 })
    await first.stop()
    first = undefined
    expect(isShared && (await madeBy(layout))).toEqual(isShared && { tables: 0, queues: 0, buckets: 0 })
    expect(await listsOf(await signedIn(second))).toEqual(['Da segunda'])
  })
})

/** How much of a system's there is in what it shares with others. */
async function madeBy(layout: Layout) {
  const { table, authTable, bucket, queuePrefix } = layout.names
  const { TableNames = [] } = await clientOf(layout).send(new ListTablesCommand({}))
  const { QueueUrls = [] } = await sqsClient().send(
    new ListQueuesCommand({ QueueNamePrefix: queuePrefix, MaxResults: 1000 }),
  )
  const { Buckets = [] } = await new S3Client({ forcePathStyle: true }).send(new ListBucketsCommand({}))
  return {
    tables: TableNames.filter((name) => name === table || name === authTable).length,
    queues: QueueUrls.length,
    buckets: Buckets.filter(({ Name }) => Name === bucket).length,
  }
}
