import { handler } from '@recado/functions/conversations/inbound-worker'
import { chainKey } from '@recado/shared/campaigns/engine/chain'
import { settleAsked } from '@recado/shared/campaigns/ledger/confirmation'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { newId } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const ANA = '5511987651001'
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const companyId = newId()

/** The functions' context, in the memory of this test. */
const world = vi.hoisted(() => ({ context: {} as Record<string, unknown> }))
vi.mock('@recado/functions/context', () => ({
  get ports() {
    return world.context.ports
  },
  get log() {
    return world.context.log
  },
  deadLetters: { put: async () => undefined },
  receivedMessages: { hide: async () => undefined },
  publish: async () => undefined,
  tableOf: () => world.context.table,
}))

/** SQS's answer to a function without the right to a queue. */
const DENIED = Object.assign(new Error('AccessDenied'), {
  name: 'AccessDenied',
  $metadata: { httpStatusCode: 403 },
})

test('an opt-out word blocks its author although the campaign cannot take the answer', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, companyId)
  const { ports, log } = enginePorts(memory, () => NOW)
  let denied = 0
  const queues = {
    ...ports.queues,
    command: async () => undefined,
    send: async () => {
      denied++
      throw DENIED
    },
  }
  world.context = { table, log, ports: { ...ports, queues } }
  await putCompany(table, aCompany({ id: companyId }))
  const connection = aConnection({ companyId, status: 'CONNECTED' })
  await putConnection(table, connection)
  const campaignId = await aLedger(table, connection.id, [ANA], { confirmation: true })
  await ask(table, campaignId, connection.id)
  await handler({ Records: [record(connection.id)] })
  expect(denied).toBe(1)
  expect(await isBlocked(table, ANA)).toBe(true)
})

/** A resting chain's campaign has asked the customer. */
async function ask(table: TenantTable, campaignId: string, connectionId: string): Promise<void> {
  const lanes = [{ campaignId, cursor: 1, settled: 0 }]
  const resting = { running: true, lanes, turn: 0, handedOver: 1, nextAt: 0, intervalMs: 0, longer: false }
  const tickAt = NOW + 3_600_000
  await table.put({
    ...resting,
    companyId,
    connectionId,
    epoch: 1,
    seq: 1,
    tickAt,
    ...chainKey(connectionId),
  })
  const ref = { campaignId, ledger: ledgerId(campaignId, 1), place: 0 }
  await table.update(recipientKey(ref), { set: { status: 'SENDING', messageId: 'QUESTION' } })
  const part = { first: 'QUESTION', part: 0, parts: 1, variant: 1, confirmed: false }
  const sent = { ...ref, ...part, step: 'confirmation' as const, timezone: 'America/Sao_Paulo' }
  const asked = new Date(NOW - 60_000).toISOString()
  expect(await settleAsked(table, sent, { connectionId, chat: ANA }, asked)).toBe(true)
}

const record = (connectionId: string) => ({
  messageId: 'record',
  receiptHandle: '',
  body: JSON.stringify({
    kind: 'message',
    companyId,
    connectionId,
    person: { number: ANA },
    fromMe: false,
    messageId: 'M1',
    timestamp: NOW / 1000,
    at: NOW,
    content: { type: 'text', text: 'SAIR' },
    original: '',
  }),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    MessageGroupId: 'group',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
})
