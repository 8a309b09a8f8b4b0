import { partsOf } from '@recado/shared/companies/deletion/parts'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { changeBySystem, type SystemChange } from '@recado/shared/tickets/system/changes'
import { expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection } from '../support/builders.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const [SHOP, CUSTOMER] = ['loja', '5511987651001']
/** As many rounds as a deletion has. */
const ROUNDS = 2

test('a ticket that changes at any moment of a company’s deletion leaves no event behind', async () => {
  const left: string[] = []
  for (let moment = 0, moments = 1; moment < moments; moment++) {
    const memory = new MemoryTable()
    const table = new TenantTable(memory, 'A')
    await putCompany(table, aCompany({ id: 'A' }))
    await putConnection(table, aConnection({ companyId: 'A', id: SHOP }))
    await arrives(table, writes('oi'))
    const ticketId = (await liveTicket(table, SHOP, CUSTOMER))?.id ?? ''
    const watchers = { table, publish: async () => undefined, now: () => NOON + 60_000 }
    for (let round = 0; round < ROUNDS; round++) {
      const parts = await partsOf(table)
      moments = parts.length
      for (const [index, erase] of parts.entries()) {
        if (round === 0 && index === moment) await changeBySystem(watchers, ticketId, toQueue)
        await erase()
      }
    }
    left.push(
      ...[...memory.rows((pk) => pk.includes('MESSAGES#'))].map(({ pk, sk }) => `${moment}: ${pk} ${sk}`),
    )
  }
  expect(left).toEqual([])
})

/** Its job began before the deletion. */
const toQueue = (ticket: StoredTicket): SystemChange => ({
  after: { ...ticket, queueId: 'sales' },
  event: { kind: 'queued' },
})

const writes = (text: string): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId: SHOP,
  person: { number: CUSTOMER },
  fromMe: false,
  messageId: 'M1',
  timestamp: NOON / 1000,
  at: NOON,
  content: { type: 'text', text },
  original: '',
})
