import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { givesUp } from '@recado/shared/aws-requests'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { ConditionFailed, keyIn, partition } from '@recado/shared/table/table'
import { afterEach, expect, test } from 'vitest'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** The table in a DynamoDB that answers like this. */
async function answering(
  answer: RequestListener,
  { requestMs = 10_000, maxAttempts = 3 } = {},
): Promise<DynamoTable> {
  server = createServer((request, response) => {
    request.resume()
    request.once('end', () => answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'sa-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts,
    requestHandler: givesUp({ requestMs }),
  })
  return new DynamoTable('recado', client)
}

const refusing =
  (name: string): RequestListener =>
  (_, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}` }))
  }
const refused = refusing('ConditionalCheckFailedException')
const throttled = refusing('ProvisionedThroughputExceededException')
const accepted: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
  response.end('{}')
}
const claim = (table: DynamoTable) =>
  table.update(keyIn<{ status: string }>('A', 'B'), { set: { status: 'SENDING' } }, { status: 'PENDING' })

test('a request without an answer is given up, repeated, and then fails', async () => {
  let requests = 0
  const table = await answering(() => requests++, { requestMs: 50 })
  await expect(table.get(keyIn('A', 'B'))).rejects.toThrow(/timed? ?out|did not complete|TimeoutError/i)
  expect(requests).toBeGreaterThan(1)
})

test('a refused write was not made', async () => {
  await expect(claim(await answering(refused))).rejects.toBeInstanceOf(ConditionFailed)
})

test('a write that is refused when it is repeated after a lost answer may have been made', async () => {
  let requests = 0
  const table = await answering((request, response) => {
    if (requests++ === 0) request.socket.destroy()
    else refused(request, response)
  })
  const failure = await claim(table).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(ConditionFailed)
  expect(failure).toMatchObject({ message: 'The answer to a write was lost' })
})

test('a batch that a busy partition refuses whole is sent again', async () => {
  let requests = 0
  const table = await answering(
    (request, response) => {
      if (++requests % 3) throttled(request, response)
      else accepted(request, response)
    },
    { maxAttempts: 1 },
  )
  await table.putMany([keyIn('A', 'B')])
  await table.deleteMany([keyIn('A', 'B')])
  expect(await table.getMany([keyIn('A', 'B')])).toEqual([])
  expect(requests).toBe(9)
})

test('a query whose range lies behind its start key is not sent', async () => {
  let requests = 0
  const table = await answering((request, response) => {
    requests++
    accepted(request, response)
  })
  const pk = partition('A')
  expect(await table.query({ pk, upTo: 'b', after: 'c' })).toEqual({ rows: [] })
  expect(await table.query({ pk, prefix: 'b', after: 'c' })).toEqual({ rows: [] })
  expect(await table.query({ pk, prefix: 'b', after: 'a', descending: true })).toEqual({ rows: [] })
  expect(requests).toBe(0)
})
