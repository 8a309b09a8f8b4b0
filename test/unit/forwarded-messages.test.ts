import { forward } from '@recado/functions/tickets/forwarding'
import { putConnection } from '@recado/shared/connections/store'
import { messageWrites } from '@recado/shared/conversations/message'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aMessage, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const GROUP = chatOfGroup('120363025246125001')
const ANA = anActor({ queueIds: ['vendas'] })

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let table: TenantTable

beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOW)
  setContext({ table, ports: { ...ports, queues: { ...ports.queues, command: async () => undefined } } })
})

/** An account of the company in the group, with the group's message. @param queueId the queue that sees the group there */
async function anAccount(queueId: string) {
  const shop = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, shop)
  const group = { muted: false, queueIds: [queueId] }
  const ticket = aTicket({ whatsappId: shop.id, chat: GROUP, isGroup: true, status: 'open', group })
  await writeTicket(table, undefined, ticket)
  const content = { type: 'text', text: `em ${queueId}` } as const
  const place = { connectionId: shop.id, chat: GROUP, messageId: 'M1', ticketId: ticket.id }
  await table.transact(messageWrites(aMessage({ ...place, content })))
}

/** A group of one account, in which Ana may write. */
async function aTarget(): Promise<string> {
  const shop = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, shop)
  const ticket = aTicket({ whatsappId: shop.id, chat: chatOfGroup('1'), isGroup: true, status: 'open' })
  await writeTicket(table, undefined, ticket)
  return ticket.id
}

const forwarded = async () => forward(ANA, { messageIds: ['M1'], to: [{ ticketId: await aTarget() }] })

test.each([[['vendas', 'suporte']], [['suporte', 'vendas']]])(
  'of a message that two accounts have in one group, the one that the user sees is forwarded: %s',
  async (queueIds) => {
    for (const queueId of queueIds) await anAccount(queueId)
    expect((await forwarded()).records).toMatchObject([{ content: { text: 'em vendas' } }])
  },
)

test('a message of a group that the user does not see is not forwarded', async () => {
  await anAccount('suporte')
  await expect(forwarded()).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
})
