import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { inboundEvent } from '@recado/shared/messages/inbound'
import { liveEvent } from '@recado/shared/realtime/events'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

type Work = typeof import('@recado/functions/http/worker').work
type Batch = Parameters<ReturnType<Work>>[0]

let work: Work
/** Messages sent to queues. */
let sent: Record<string, string>[] = []
let isAway = false
let refusing: Error
let origin: string
/** Requests to hide messages. */
let hidden: { QueueUrl: string; Entries: { ReceiptHandle: string; VisibilityTimeout: number }[] }[] = []
/** Stands for SQS. */
const sqs = createServer(async (request, response) => {
  const body = await text(request)
  if (!isAway && String(request.headers['x-amz-target']).endsWith('ChangeMessageVisibilityBatch')) {
    hidden.push(JSON.parse(body))
    return response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}')
  }
  if (isAway) return response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end('{}')
  sent.push(JSON.parse(body))
  const MD5OfMessageBody = createHash('md5').update(JSON.parse(body).MessageBody).digest('hex')
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
  return response.end(JSON.stringify({ MessageId: 'x', MD5OfMessageBody }))
})

beforeEach(() => {
  sent = []
  hidden = []
  isAway = false
  refusing = new Error('Throttled')
})
afterAll(() => sqs.close())
beforeAll(async () => {
  await once(sqs.listen(0, '127.0.0.1'), 'listening')
  const address = sqs.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', origin)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  // Settings that the functions read on load. No test here uses them.
  vi.stubEnv('TABLE_NAME', 'Recado')
  vi.stubEnv('QUEUE_URL_PREFIX', `${origin}/000000000000/`)
  vi.stubEnv('BUCKET_NAME', 'recado')
  vi.stubEnv('APP_ORIGIN', 'http://localhost')
  vi.stubEnv('KEYS_FOLDER', '/nonexistent')
  vi.stubEnv('AWS_REGION', 'sa-east-1')
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT')
  ;({ work } = await import('@recado/functions/http/worker'))
})

const chats = (of: string) => ({ kind: 'history', companyId: 'A', connectionId: of, chats: [] })

/** A batch: each message's id, its group, and the conversation it names. */
const batch = (...records: [id: string, group: string | undefined, body?: string][]): Batch => ({
  Records: records.map(
    ([messageId, group, body = JSON.stringify(chats(messageId))]) =>
      ({
        messageId,
        receiptHandle: `handle ${messageId}`,
        body,
        attributes: { ...(group && { MessageGroupId: group }) },
      }) as Partial<Batch['Records'][number]> as Batch['Records'][number],
  ),
})

/** Processes a batch. @returns the handled messages, and those returned to the queue */
async function worked(event: Batch, failing: string[]) {
  const handled: string[] = []
  const answer = await work('inbound', inboundEvent, async ({ connectionId }) => {
    handled.push(connectionId)
    if (failing.includes(connectionId)) throw refusing
  })(event)
  return { handled, back: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) }
}

describe('a FIFO batch', () => {
  test('is processed in its order', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'])
    expect(await worked(event, [])).toEqual({ handled: ['1', '2', '3'], back: [] })
  })

  test('stops only in the group of a failed message', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'], ['4', 'beto'], ['5', 'ana'], ['6', 'caio'])
    expect(await worked(event, ['3'])).toEqual({ handled: ['1', '2', '3', '4', '6'], back: ['3', '5'] })
  })

  test.each(['{', '{}', 'null', '{"kind":"message"}'])(
    'sets a malformed message (%s) aside and continues behind it',
    async (body) => {
      const event = batch(['1', 'ana', body], ['2', 'ana'], ['3', 'beto'])
      expect(await worked(event, [])).toEqual({ handled: ['2', '3'], back: [] })
      expect(sent).toMatchObject([
        {
          QueueUrl: `${origin}/000000000000/inbound-dead.fifo`,
          MessageBody: body,
          MessageGroupId: 'ana',
          MessageDeduplicationId: '1',
        },
      ])
    },
  )

  test('sets a message aside that the table can never store', async () => {
    refusing = Object.assign(new Error('Key too long'), { $metadata: { httpStatusCode: 400 } })
    const event = batch(['1', 'ana'], ['2', 'ana'])
    expect(await worked(event, ['1'])).toEqual({ handled: ['1', '2'], back: [] })
    expect(sent).toMatchObject([{ MessageGroupId: 'ana', MessageDeduplicationId: '1' }])
  })

  test('returns a message that cannot be set aside, with all messages behind it', async () => {
    isAway = true
    const event = batch(['1', 'ana', '{}'], ['2', 'ana'], ['3', 'beto'])
    expect(await worked(event, [])).toEqual({ handled: ['3'], back: ['1', '2'] })
  })

  test('is hidden no longer than a crash may cost, and handled even if SQS refuses that', async () => {
    await worked(batch(['1', 'ana'], ['2', 'beto']), [])
    const Entries = ['handle 1', 'handle 2'].map((ReceiptHandle) => ({
      ReceiptHandle,
      VisibilityTimeout: 30,
    }))
    expect(hidden).toMatchObject([{ QueueUrl: `${origin}/000000000000/inbound.fifo`, Entries }])
    isAway = true
    expect(await worked(batch(['3', 'ana']), [])).toEqual({ handled: ['3'], back: [] })
  })

  test('can stop in every group', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'], ['4', 'beto'])
    expect(await worked(event, ['1', '2'])).toEqual({ handled: ['1', '2'], back: ['1', '2', '3', '4'] })
  })

  test('continues a group that stopped in an earlier batch', async () => {
    await worked(batch(['1', 'ana']), ['1'])
    expect(await worked(batch(['1', 'ana'], ['2', 'ana']), [])).toEqual({ handled: ['1', '2'], back: [] })
  })
})

describe('a batch of a fair queue', () => {
  const event = (companyId: string): string =>
    JSON.stringify({ companyId, topic: 'campaign', action: 'delete', body: {} })

  test('is processed company by company in parallel: a slow company delays no other', async () => {
    const handled: string[] = []
    const others = Promise.withResolvers<void>()
    const worker = work('events', liveEvent, async ({ companyId }) => {
      if (companyId === 'slow') await others.promise
      handled.push(companyId)
      if (companyId === 'quick') others.resolve()
    })
    const records = ['slow', 'slow', 'quick'].map((company, place): [string, string, string] => [
      ...([String(place), company, event(company)] as const),
    ])
    expect(await worker(batch(...records))).toEqual({ batchItemFailures: [] })
    expect(handled).toEqual(['quick', 'slow', 'slow'])
  })

  test('returns only the failed message, not the messages behind it', async () => {
    const tried: string[] = []
    const worker = work('events', liveEvent, async ({ companyId, action }) => {
      tried.push(`${companyId} ${action}`)
      throw new Error('Throttled')
    })
    const { batchItemFailures } = await worker(batch(['1', 'A', event('A')], ['2', 'A', event('A')]))
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['1', '2'])
    expect(tried).toHaveLength(2)
  })
})

test('in a batch without groups, a failed message delays no other', async () => {
  const event = batch(['1', undefined], ['2', undefined], ['3', undefined])
  expect(await worked(event, ['1'])).toEqual({ handled: ['1', '2', '3'], back: ['1'] })
})
