import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { givesUp } from '@recado/shared/aws-requests'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { onTestFinished } from 'vitest'

/** The table in a DynamoDB that answers each request like this, until the test is finished. */
export async function answering(
  answer: RequestListener,
  { requestMs = 10_000, maxAttempts = 3 } = {},
): Promise<DynamoTable> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => answer(request, response))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
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

/** Refuses a request with an error of DynamoDB. */
export const refusing =
  (name: string, status = 400): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}` }))
  }

export const accepted: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
  response.end('{}')
}

/** Loses the answer to the first request, and answers the others like this. */
export function afterALostAnswer(answer: RequestListener): RequestListener {
  let requests = 0
  return (request, response) => {
    if (requests++ === 0) request.socket.destroy()
    else answer(request, response)
  }
}
