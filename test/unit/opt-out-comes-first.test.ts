import { handler } from '@recado/functions/conversations/inbound-worker'
import { chainKey } from '@recado/shared/campaigns/engine/chain'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { newId } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { aQuestionTo } from '../support/campaign-questions.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { sqsRecord } from '../support/sqs-record.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const ANA = '5511987651001'
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const companyId = newId()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

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
  setContext({ table, log, ports: { ...ports, queues } })
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
  await aQuestionTo(table, { campaignId, connectionId, number: ANA }, NOW - 60_000)
}

const record = (connectionId: string) =>
  sqsRecord({
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
  })
