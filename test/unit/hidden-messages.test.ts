import { list } from '@recado/functions/tickets/messages'
import { putConnection } from '@recado/shared/connections/store'
import { messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aMessage, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const MARIA = '5511987651001'
const ANA = anActor({ queueIds: ['vendas'] })

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
// The key of cursors.
vi.mock('@recado/functions/secrets', () => ({ secrets: { secret: async () => ['a'.repeat(44)] } }))

let table: TenantTable
const shop = aConnection({ companyId: 'A', queueIds: ['vendas', 'suporte'] })
const inShop = { whatsappId: shop.id, chat: MARIA } as const
const ticket = aTicket({ ...inShop, status: 'open', queueId: 'vendas' })
const former = aTicket({ ...inShop, status: 'closed', queueId: 'suporte' })

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
  await putConnection(table, shop)
  await saveDeskSettings(table, { historyVisibility: 'queues' })
  for (const one of [ticket, former]) await writeTicket(table, undefined, one)
})

/** @param second of the conversation */
const moment = (second: number) => new Date(NOW + second * 1000).toISOString()
const keep = (message: StoredMessage) => table.transact(messageWrites(message))
const inFormer = (second: number, content: StoredMessage['content'], fromMe = false) =>
  keep(
    aMessage({
      connectionId: shop.id,
      chat: MARIA,
      ticketId: former.id,
      at: moment(second),
      content,
      fromMe,
    }),
  )
const hidden = async () => (await list(ANA, ticket.id, {})).hidden

test('the hidden messages of another queue are counted without rows that are no messages', async () => {
  await inFormer(1, { type: 'text', text: 'Não liga' })
  await inFormer(2, { type: 'text', text: 'Já tentou reiniciar?' }, true)
  await inFormer(3, { type: 'reaction', target: 'M2', emoji: '👍' })
  await inFormer(4, { type: 'edit', target: 'M2', text: 'Reiniciou?' }, true)
  await inFormer(5, { type: 'delete', target: 'M2' }, true)
  await keep(internalMessage(former, { type: 'note', text: 'Nervosa', mentions: [] }, moment(6)))
  await keep(internalMessage(former, { type: 'event', kind: 'closed', by: null }, moment(7)))
  expect(await hidden()).toEqual([{ ticketId: former.id, count: 2 }])
})

test('a ticket without messages hides none', async () => {
  await keep(internalMessage(former, { type: 'event', kind: 'closed', by: null }, moment(1)))
  expect(await hidden()).toEqual([])
})
