import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import { putConnection } from '@recado/shared/connections/store'
import type { Queues } from '@recado/shared/queues/queues'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { beforeEach, expect, test } from 'vitest'
import { aConnection, aTicket } from '../support/builders.ts'
import { sessionPorts } from '../support/session-ports.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'
const on = simulated({ [ANA]: 'Ana', [LUIS]: 'Luís' })

let table: TenantTable
let company: Company
let events: LiveEvent[]
let queued: unknown[]
let now: number

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  events = []
  queued = []
  now = 1_000_000
  await putConnection(table, aConnection({ id: 'LOJA', companyId: 'A' }))
})

/** A device of the company that is available. Its events reach the socket service's receiver. */
async function listens(): Promise<void> {
  company = await Company.linked(on.simulator, SHOP)
  await until('it is available', async () => (await on.control.phone(SHOP)).phoneSilenced)
  const queues: Queues = {
    send: async () => undefined,
    command: async () => undefined,
    inOrder: async (_, message) => void queued.push(message),
  }
  const ports = sessionPorts(on.simulator, {
    keys: new FileKeys('none'),
    queues,
    now: () => now,
    publish: async (event) => void events.push(event),
  })
  const receiver = new Receiver(ports, new Inbox(queues), table, 'LOJA')
  if (!company.socket) throw new Error('The company has no socket')
  receiver.watch(company.socket, (work) => void work.catch(() => undefined))
}

/** The device knows the chat once a message came in it. */
async function writes(from: string): Promise<void> {
  await company.receives(await on.control.write(from, SHOP, 'Oi'))
}

/** Stanzas sent before a message have come when the message has come. */
const presencesCame = (count: number) =>
  until('the presences have come', () => company.heard.presences.length === count)

const anOpenTicket = (chat: string) =>
  aTicket({ whatsappId: 'LOJA', chat, status: 'open' as const, userId: 'BIA' })

test('a customer’s typing reaches those who see the live ticket, and no queue', async () => {
  const ticket = anOpenTicket(ANA)
  await writeTicket(table, undefined, ticket)
  await listens()
  await writes(ANA)
  await on.control.types(ANA, SHOP)
  await until('it is shown', () => events.length === 1)
  now += 5000
  await on.control.types(ANA, SHOP, 'paused')
  await until('the end is shown', () => events.length === 2)
  const shown = (customer: string) => ({
    companyId: 'A',
    topic: 'ticket',
    action: 'presence',
    body: { id: ticket.id, customer },
    sight: { before: null, now: { userId: 'BIA' } },
  })
  expect(events).toMatchObject([shown('typing'), shown('paused')])
  expect(queued).toEqual([])
})

test('a chat causes one event within four seconds', async () => {
  await writeTicket(table, undefined, anOpenTicket(ANA))
  await listens()
  await writes(ANA)
  for (const step of [0, 1500, 1500, 1500]) {
    now += step
    await on.control.types(ANA, SHOP)
  }
  await presencesCame(4)
  await until('the last one is shown', () => events.length === 2)
})

test('nothing is shown without a live ticket, and of groups', async () => {
  const group = await on.control.createGroup({ subject: 'Clientes', members: [SHOP, ANA] })
  await writeTicket(table, undefined, anOpenTicket(ANA))
  await listens()
  for (const from of [ANA, LUIS]) await writes(from)
  await on.control.types(LUIS, SHOP)
  await on.control.types(ANA, group)
  // The end of a typing that was never shown.
  await on.control.types(ANA, SHOP, 'paused')
  await presencesCame(3)
  now += 5000
  await on.control.types(ANA, SHOP)
  await until('the last one is shown', () => events.length > 0)
  expect(events).toHaveLength(1)
})
