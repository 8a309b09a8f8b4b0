import { change } from '@recado/functions/tickets/changes'
import { throwCompanySwitch } from '@recado/shared/campaigns/store/sending-stops'
import { putCompany } from '@recado/shared/companies/store'
import type { ConnectionStatus } from '@recado/shared/connections/connection'
import { connectionKey, putConnection } from '@recado/shared/connections/store'
import { changeContact } from '@recado/shared/contacts/merges'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import {
  changeMessage,
  failMessage,
  pageOfMessages,
  SKIPPED_STOPPED,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket, liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const MINUTE = 60_000
const [SHOP, CUSTOMER] = ['loja', '5511987651001']
const ANA = anActor()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let memory: MemoryTable
let table: TenantTable
let ticket: StoredTicket

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOON)
  setContext({ table, ports: { ...ports, queues: { ...ports.queues, command: async () => undefined } } })
  await putCompany(table, aCompany({ id: 'A', userRating: 'enabled' }))
  const shop = { companyId: 'A', id: SHOP, status: 'CONNECTED', complationMessage: 'Encerrado.' } as const
  await putConnection(table, aConnection(shop))
  const ofAna = { status: 'open', userId: ANA.userId, personWrote: true } as const
  ticket = aTicket({ whatsappId: SHOP, chat: CUSTOMER, ...ofAna })
  await writeTicket(table, undefined, ticket)
})

const isShop = (status: ConnectionStatus) => table.update(connectionKey(SHOP), { set: { status } })

/** Ana closes the ticket at noon. @returns the question that the customer gets */
async function asked() {
  await change(ANA, ticket.id, { status: 'closed' })
  const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 10 })
  return rows.find(({ auto }) => auto === 'rating')
}

/** The customer writes an hour after the end: only a rate belongs to the closed ticket then. */
async function rates(): Promise<void> {
  const at = NOON + 60 * MINUTE
  await arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    person: { number: CUSTOMER },
    fromMe: false,
    messageId: 'M1',
    timestamp: at / 1000,
    at,
    content: { type: 'text', text: '2' },
    original: '',
  })
}

const closed = () => getTicket(table, ticket.id)
const opened = () => liveTicket(table, SHOP, CUSTOMER)

test('a customer who was asked gives a rate', async () => {
  const question = await asked()
  if (question) await changeMessage(table, question, { set: { status: 'SENT' } })
  await rates()
  expect(await closed()).toMatchObject({ rating: { rate: 2 } })
  expect(await opened()).toBeUndefined()
})

test('a ticket with a rate keeps it when it closes again, and its customer is not asked again', async () => {
  const question = await asked()
  if (question) await changeMessage(table, question, { set: { status: 'SENT' } })
  await rates()
  await change(ANA, ticket.id, { status: 'open' })
  await change(ANA, ticket.id, { status: 'closed' })
  expect(await closed()).toMatchObject({ status: 'closed', rating: { rate: 2 } })
  const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 20 })
  const texts = rows.flatMap(({ auto }) => auto ?? [])
  expect(texts.filter((auto) => auto === 'rating')).toHaveLength(1)
  // One after the rate, and one at the second end.
  expect(texts.filter((auto) => auto === 'completion')).toHaveLength(2)
})

describe('without a rating question, a digit opens a new ticket', () => {
  const expectNoRate = async () => {
    expect(await asked()).toBeUndefined()
    await rates()
    expect(await closed()).toMatchObject({ status: 'closed', rating: null, closingTextAt: null })
    expect(await opened()).toMatchObject({ status: 'pending', preview: '2' })
  }

  test('while all sending is stopped', async () => {
    const at = new Date(NOON).toISOString()
    const trace = { action: 'stop', reason: 'Golpe', by: { id: 'adm', name: 'Adm' }, at } as const
    await throwCompanySwitch({ table: memory }, 'A', trace)
    await expectNoRate()
  })

  test('if the contact gets no automatic messages', async () => {
    const { id } = await settleContact(table, { connectionId: SHOP, chat: CUSTOMER }, NOON)
    await changeContact(table, id, () => ({ botDisabled: true }), new Date(NOON).toISOString())
    await expectNoRate()
    const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 10 })
    expect(rows.filter(({ auto }) => auto)).toEqual([])
  })

  test.each(['qrcode', 'PAIRING', 'DISCONNECTED', 'PASSKEY_REQUIRED'] as const)(
    'while the connection is %s',
    async (status) => {
      await isShop(status)
      await expectNoRate()
    },
  )
})

describe('the end of a ticket', () => {
  /** Ana's only message. */
  const anAnswer = async (status: StoredMessage['status']) => {
    const content = { type: 'text', text: 'Bom dia!' } as const
    const its = { connectionId: SHOP, chat: CUSTOMER, ticketId: ticket.id, content }
    const message = outgoing({ ...its, userId: ANA.userId }, undefined, NOON - MINUTE)
    await table.transact(outgoingWrites({ ...message, ...(status && { status }) }))
  }
  const told = async () => {
    await change(ANA, ticket.id, { status: 'closed' })
    const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 10 })
    return rows.flatMap(({ auto }) => auto ?? [])
  }

  test('sends no text and no question if every message to the customer failed', async () => {
    await anAnswer('FAILED')
    expect(await told()).toEqual([])
    expect(await closed()).toMatchObject({ rating: null, closingTextAt: null })
  })

  test('asks for a rate if a message reached the customer', async () => {
    await anAnswer('FAILED')
    await anAnswer('SENT')
    expect(await told()).toEqual(['rating'])
  })
})

describe('a question that never left is not answered by a digit', () => {
  const expectNoRate = async () => {
    await rates()
    expect(await closed()).toMatchObject({ rating: { rate: null } })
    expect(await opened()).toMatchObject({ status: 'pending', preview: '2' })
  }

  test('because it failed', async () => {
    const question = await asked()
    if (question) await failMessage(table, question, SKIPPED_STOPPED)
    await expectNoRate()
  })

  test('because it found no connection in time', async () => {
    await isShop('OPENING')
    expect(await asked()).toMatchObject({ status: 'PENDING' })
    await expectNoRate()
  })
})
