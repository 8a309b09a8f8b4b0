import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import { patiently } from '@recado/fargate-session/leases/patience'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Results } from '@recado/fargate-session/session/results'
import { getMessage, messageWrite } from '@recado/shared/conversations/message'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { Figure } from '@recado/shared/metrics/figures'
import { MemoryTable } from '@recado/shared/table/memory'
import { ConditionFailed, type Key, type Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { WASocket } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CountingLog } from '../support/counting-log.ts'

/** An error as the AWS SDK throws it. */
const ofAws = (name: string, httpStatusCode: number | undefined, more: object = {}): Error =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode }, ...more })
const cancelled = (...codes: string[]) =>
  ofAws('TransactionCanceledException', 400, { CancellationReasons: codes.map((Code) => ({ Code })) })

/** @returns the number of attempts of work that fails this often with this error and then succeeds */
async function tries(error: unknown, failures = 2): Promise<number> {
  let tried = 0
  await patiently(async () => {
    tried += 1
    if (tried <= failures) throw error
  }).catch((thrown: unknown) => expect(thrown).toBe(error))
  return tried
}

describe('work on the table or a queue', () => {
  test.each<[string, unknown]>([
    ['a refused row', ofAws('ValidationException', 400)],
    ['a text that is not well formed', ofAws('SerializationException', 400)],
    ['a missing permission', ofAws('AccessDeniedException', 403)],
    ['a queue that does not exist', ofAws('QueueDoesNotExist', 400)],
    ['a transaction with a row that is refused', cancelled('None', 'ValidationError')],
    ['a condition that did not hold', new ConditionFailed([null])],
    ['a message that no schema takes', z.string().safeParse(7).error],
    ['a bug', new TypeError('undefined is not a function')],
  ])('is abandoned at once after %s', async (_, error) => {
    expect(await tries(error)).toBe(1)
  })

  test.each<[string, unknown]>([
    ['throttling', ofAws('ThrottlingException', 400)],
    ['a table that is busy', ofAws('ProvisionedThroughputExceededException', 400)],
    ['another transaction', ofAws('TransactionConflictException', 400)],
    ['another transaction on one of the rows', cancelled('None', 'TransactionConflict')],
    ['an error that the SDK calls retryable', ofAws('SomethingNew', 400, { $retryable: {} })],
    ['too many requests', ofAws('SomethingElse', 429)],
    ['credentials that ran out', ofAws('ExpiredTokenException', 400)],
    ['an outage', ofAws('InternalServerError', 500)],
    ['no answer', ofAws('TimeoutError', undefined)],
    ['a connection that broke', new Error('ECONNRESET')],
    ['a network that is down', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
  ])('is retried after %s', async (_, error) => {
    expect(await tries(error)).toBe(3)
  })
})

/** A table that refuses every write about a message of this name, as for a key that is too long. */
class RefusingTable extends MemoryTable {
  override async get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    if (key.sk.startsWith('REFUSED')) throw ofAws('ValidationException', 400)
    return super.get(key)
  }
}

test('a result that can never be recorded does not delay the other results of its connection', async () => {
  const table = new RefusingTable()
  const company = new TenantTable(table, 'A')
  const of = { connectionId: 'LOJA', chat: '5511955551234', at: new Date().toISOString(), messageId: 'GOOD' }
  const content = { type: 'text' as const, text: 'Olá' }
  await putSentMessage(company, 'LOJA', { ...of, jid: '5511955551234@s.whatsapp.net', content }, Date.now())
  await company.transact([messageWrite({ ...of, content, fromMe: true, status: 'SENDING' })])

  const log = new CountingLog()
  const counted: { [F in Figure]?: number }[] = []
  const socket = { ws: new EventEmitter(), ev: new EventEmitter() }
  const ports = {
    table,
    now: Date.now,
    log,
    recordMetrics: (figures: (typeof counted)[number]) => counted.push(figures),
    watchers: {},
  }
  const owner = { companyId: 'A', connectionId: 'LOJA', fence: 1, owns: () => true }
  const health = { traffic: () => undefined, reachOutLock: async () => undefined }
  const results = new Results(ports as unknown as ServicePorts, owner, health)
  results.watch(socket as unknown as WASocket)
  for (const id of ['REFUSED', 'GOOD']) socket.ws.emit('CB:ack,class:message', { attrs: { id } })

  await expect.poll(() => getMessage(company, of)).toMatchObject({ status: 'SENT', level: 'server' })
  expect(log.errors).toEqual([
    {
      message: 'set aside',
      companyId: 'A',
      connectionId: 'LOJA',
      messageId: 'REFUSED',
      result: 'server',
      error: expect.objectContaining({ name: 'ValidationException' }),
    },
  ])
  expect(counted).toEqual([{ SetAside: 1 }])
})

test('a message that no queue accepts is set aside, so WhatsApp stops sending it', async () => {
  const log = new CountingLog()
  const counted: object[] = []
  const table = new MemoryTable()
  const ports = {
    table,
    log,
    recordMetrics: (figures: object) => counted.push(figures),
  }
  const never = () => Promise.reject(new Error('Not this one'))
  const refuse = () => Promise.reject(ofAws('InvalidMessageContents', 400))
  const receiver = new Receiver(
    ports as unknown as ServicePorts,
    new Inbox({ send: never, command: never, inOrder: refuse }),
    new TenantTable(table, 'A'),
    'LOJA',
  )
  const key = { id: 'M'.repeat(500), remoteJid: '5511955551234@s.whatsapp.net', fromMe: false }
  const message = { key, message: { conversation: 'Oi' }, messageTimestamp: 1_790_000_000 }
  await receiver.receive(message, { offline: false, arrivedAt: Date.now() }, async () => undefined)
  expect(log.errors).toMatchObject([{ companyId: 'A', connectionId: 'LOJA', messageId: 'M'.repeat(100) }])
  expect(JSON.stringify(log.errors)).not.toContain('Oi')
  expect(counted).toEqual([{ SetAside: 1 }])
})
