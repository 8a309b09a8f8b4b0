import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { CREDENTIALS, REGION } from '../../../infra/local/environment.ts'
import { sqsRecord } from '../../support/sqs-record.ts'

/** A message that is sent, or received messages that are hidden for longer. */
const called = z.object({ MessageBody: z.string().default('') })

/** Stands for SQS, and counts requests. Nobody reads its messages. */
class CountingQueues {
  requests = 0
  readonly #server = createServer(async (request, response) => {
    const { MessageBody } = called.parse(JSON.parse(await text(request)))
    this.requests++
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex')
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ MessageId: `M${this.requests}`, MD5OfMessageBody }))
  })

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The queues have no port')
    return `http://127.0.0.1:${address.port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** The functions that attendants call, as their Lambdas load them. */
export interface DeskFunctions extends Awaited<ReturnType<typeof load>> {
  queues: { requests: number }
  stop(): Promise<void>
}

/**
 * Loads the functions with the table and the queues of this bench. Once in a process: they keep their environment.
 * @param dynamodb address @param table its name
 */
export async function openFunctions(dynamodb: string, table: string): Promise<DeskFunctions> {
  const queues = new CountingQueues()
  const address = await queues.start()
  const keys = mkdtempSync(join(tmpdir(), 'desk-keys-'))
  const before = { ...process.env }
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: address,
    TABLE_NAME: table,
    QUEUE_URL_PREFIX: `${address}/000000000000/`,
    BUCKET_NAME: 'none',
    APP_ORIGIN: 'http://localhost',
    KEYS_FOLDER: keys,
  })
  return {
    ...(await load()),
    queues,
    async stop() {
      await queues.stop()
      rmSync(keys, { recursive: true })
      for (const name of Object.keys(process.env)) delete process.env[name]
      Object.assign(process.env, before)
    },
  }
}

async function load() {
  const [lists, kanban, changes, messages, answers, reading, search, inbound, context, results] =
    await Promise.all([
      import('@recado/functions/tickets/lists'),
      import('@recado/functions/tickets/kanban'),
      import('@recado/functions/tickets/changes'),
      import('@recado/functions/tickets/messages'),
      import('@recado/functions/tickets/answers'),
      import('@recado/functions/tickets/reading'),
      import('@recado/functions/search/search'),
      import('@recado/functions/conversations/inbound-worker'),
      import('@recado/functions/context'),
      import('@recado/shared/campaigns/engine/results'),
    ])
  return {
    list: lists.list,
    kanban: kanban.columns,
    counters: lists.counters,
    change: changes.change,
    messages: messages.list,
    send: answers.send,
    read: reading.read,
    search: search.search,
    /** A message of the queue of incoming messages. */
    async receive(body: object): Promise<void> {
      const { batchItemFailures } = await inbound.handler({ Records: [sqsRecord(body)] })
      if (batchItemFailures.length > 0) throw new Error('The message was not stored')
    },
    ports: context.ports,
    tableOf: context.tableOf,
    acknowledged: results.acknowledged,
    receiptCame: results.receiptCame,
  }
}
