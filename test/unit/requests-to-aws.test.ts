import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { givesUp } from '@recado/shared/aws-requests'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { ConditionFailed, keyIn } from '@recado/shared/table/table'
import { afterEach, expect, test } from 'vitest'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** The table in a DynamoDB that answers like this. */
async function answering(answer: RequestListener, requestMs = 10_000): Promise<DynamoTable> {
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
    requestHandler: givesUp({ requestMs }),
  })
  return new DynamoTable('recado', client)
}

const refused: RequestListener = (_, response) => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' }))
}
const claim = (table: DynamoTable) =>
  table.update(keyIn<{ status: string }>('A', 'B'), { set: { status: 'SENDING' } }, { status: 'PENDING' })

test('a request without an answer is given up, repeated, and then fails', async () => {
  let requests = 0
  const table = await answering(() => requests++, 50)
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
