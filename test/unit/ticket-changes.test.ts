import { change } from '@recado/functions/tickets/changes'
import { throwCompanySwitch } from '@recado/shared/campaigns/store/sending-stops'
import { putCompany } from '@recado/shared/companies/store'
import type { ConnectionStatus } from '@recado/shared/connections/connection'
import { connectionKey, putConnection } from '@recado/shared/connections/store'
import { changeContact } from '@recado/shared/contacts/merges'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { forgetWords } from '@recado/shared/search/word-rows'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { ticketsOf, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
const [SHOP, CUSTOMER] = ['loja', '5511987651001']
const ANA = anActor({ queueIds: ['vendas'] })
/** Sees all tickets, and serves no queue. */
const OWNER = anActor({ userId: 'dono', name: 'Dono', profile: 'admin' })

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let memory: EventfulTable
let table: TenantTable
let now: number
let count: number

beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  now = NOON
  count = 0
  const { ports } = enginePorts(memory, () => now)
  setContext({ table, ports: { ...ports, queues: { ...ports.queues, command: async () => undefined } } })
  await putCompany(table, aCompany({ id: 'A', userRating: 'enabled' }))
  for (const id of ['vendas', 'financeiro'])
    await putTicketQueue(table, aTicketQueue({ companyId: 'A', id, name: id, color: `#00000${count++}` }))
  const shop = { companyId: 'A', id: SHOP, status: 'CONNECTED', complationMessage: 'Encerrado.' } as const
  await putConnection(table, aConnection({ ...shop, queueIds: ['vendas', 'financeiro'] }))
})

/** A message of the customer, or one from the company's own phone. @param minutes after noon */
const writes = (text: string, minutes: number, fromMe = false) =>
  arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    person: { number: CUSTOMER },
    fromMe,
    messageId: `M${count++}`,
    timestamp: Date.parse(at(minutes)) / 1000,
    at: Date.parse(at(minutes)),
    content: { type: 'text', text },
    original: '',
  })

/** The customer's only ticket. */
async function ticket(): Promise<StoredTicket> {
  const [found] = await ticketsOf(table, [SHOP], [CUSTOMER])
  if (!found) throw new Error('There is no ticket')
  return found
}

/** @param minutes after noon */
async function changes(body: Parameters<typeof change>[2], minutes: number, actor = ANA) {
  now = Date.parse(at(minutes))
  return change(actor, (await ticket()).id, body)
}

const conversation = async () => (await pageOfMessages(table, SHOP, CUSTOMER, { limit: 50 })).rows
const eventsOf = async (kind: string) =>
  (await conversation()).flatMap(({ content }) =>
    content.type === 'event' && content.kind === kind ? [content] : [],
  )

test('a ticket that left the menu while its attendant chose a queue is accepted in its own queue', async () => {
  await writes('oi', 0)
  await writes('financeiro', 1)
  expect(await changes({ status: 'open', queueId: 'vendas' }, 2, OWNER)).toMatchObject({
    status: 'open',
    userId: OWNER.userId,
    queueId: 'financeiro',
  })
  const [accepted, ...others] = await eventsOf('accepted')
  expect(accepted).toMatchObject({ by: { id: OWNER.userId } })
  expect(accepted).not.toHaveProperty('queue')
  expect(others).toEqual([])
  await changes({ status: 'open', queueId: 'vendas' }, 3, OWNER)
  expect(await eventsOf('accepted')).toHaveLength(1)
})

describe('a ticket that closed while its customer waited', () => {
  beforeEach(async () => {
    await writes('Tem azul?', 0)
    await changes({ status: 'closed', silent: true }, 2, OWNER)
    expect(await ticket()).toMatchObject({ status: 'closed', waitingSince: null })
  })
  const reopens = (minutes: number) => changes({ status: 'open' }, minutes, OWNER)

  test('waits again since then if a user opens it', async () => {
    const opened = await reopens(10)
    expect(opened).toMatchObject({ status: 'open', waitingSince: at(0) })
    expect(opened).not.toHaveProperty('unansweredSince')
    expect(await ticket()).toMatchObject({ waitingSince: at(0), unansweredSince: null })
  })

  test('does not wait if the phone answered meanwhile', async () => {
    await writes('Temos!', 5, true)
    expect(await reopens(10)).toMatchObject({ status: 'open', waitingSince: null })
  })

  test('does not wait if the phone answered meanwhile, and an earlier word of the phone comes late', async () => {
    await writes('Temos!', 5, true)
    await writes('Um momento', -1, true)
    expect(await reopens(10)).toMatchObject({ status: 'open', waitingSince: null })
  })

  test('does not wait if the phone answers while it opens', async () => {
    memory.afterGet = async ({ pk }) => {
      if (!pk.endsWith('#TICKETS') || now < Date.parse(at(10))) return
      memory.afterGet = async ({ pk: read }) => {
        if (!read.includes('#CONVERSATIONS#')) return
        memory.afterGet = async () => undefined
        await writes('Temos!', 10, true)
      }
    }
    expect(await reopens(10)).toMatchObject({ status: 'open', waitingSince: null })
  })

  test('waits since the first message without an answer if the customer writes again', async () => {
    await writes('E verde?', 10)
    expect(await ticket()).toMatchObject({ status: 'pending', waitingSince: at(0), unansweredSince: null })
  })

  test('waits since the next message if the phone answered the first one', async () => {
    await writes('Temos!', 5, true)
    await writes('E verde?', 10)
    expect(await ticket()).toMatchObject({ status: 'pending', waitingSince: at(10) })
  })

  test('waits since the first message after it closed twice', async () => {
    await reopens(10)
    await changes({ status: 'closed', silent: true }, 11, OWNER)
    expect(await reopens(12)).toMatchObject({ waitingSince: at(0) })
  })

  test('waits for nothing if it closed before this was kept', async () => {
    const { unansweredSince: _, ...old } = await ticket()
    await writeTicket(table, await ticket(), old)
    expect(await reopens(10)).toMatchObject({ status: 'open', waitingSince: null })
  })
})

describe('the text about a transfer', () => {
  const MESSAGE = 'Já te passamos para outro setor.'
  const transfers = (minutes: number, queueId = 'financeiro') => changes({ queueId }, minutes, OWNER)
  const told = async () => (await conversation()).filter(({ auto }) => auto === 'queue').length

  beforeEach(async () => {
    await saveDeskSettings(table, { transferMessage: MESSAGE })
    await writes('oi', 0)
    await changes({ status: 'open', queueId: 'vendas' }, 1)
  })

  /** The text is not told now. @param end ends what keeps it back. Then it is told, once */
  async function expectKeptBack(end: () => Promise<unknown>): Promise<void> {
    await transfers(2)
    expect(await told()).toBe(0)
    await end()
    await transfers(3, 'vendas')
    expect(await told()).toBe(1)
    await transfers(4)
    expect(await told()).toBe(1)
  }

  test('is told once per ticket', async () => {
    await transfers(2)
    await transfers(3, 'vendas')
    expect(await told()).toBe(1)
  })

  test('is kept back while all sending is stopped', async () => {
    const trace = { reason: 'Golpe', by: { id: 'adm', name: 'Adm' }, at: at(0) }
    const stop = (action: 'stop' | 'resume') =>
      throwCompanySwitch({ table: memory }, 'A', { ...trace, action })
    await stop('stop')
    await expectKeptBack(() => stop('resume'))
  })

  test('is kept back while the connection is not linked', async () => {
    const is = (status: ConnectionStatus) => table.update(connectionKey(SHOP), { set: { status } })
    await is('DISCONNECTED')
    await expectKeptBack(() => is('CONNECTED'))
  })

  test('is kept back from a contact that gets no automatic messages', async () => {
    const { contactId } = await ticket()
    const isQuiet = (botDisabled: boolean) =>
      changeContact(table, contactId ?? '', () => ({ botDisabled }), at(0))
    await isQuiet(true)
    await expectKeptBack(() => isQuiet(false))
  })
})

describe('a transfer with a note that the browser repeats', () => {
  const NOTE = 'Quer a segunda via'
  const CLIENT_ID = '0b6f1c52-7a55-4f0e-9a3e-0d1c5f6a7b80'
  const transfers = (minutes: number, over: Parameters<typeof change>[2] = {}) =>
    changes({ queueId: 'financeiro', note: NOTE, clientId: CLIENT_ID, ...over }, minutes, OWNER)
  const notes = async () =>
    (await conversation()).flatMap(({ content }) => (content.type === 'note' ? [content.text] : []))

  beforeEach(async () => {
    await writes('oi', 0)
    await changes({ status: 'open', queueId: 'vendas' }, 1, OWNER)
  })

  test('writes the note and the event once', async () => {
    const first = await transfers(2)
    expect(await transfers(3)).toEqual(first)
    expect(await notes()).toEqual([NOTE])
    expect(await eventsOf('transferred')).toHaveLength(1)
  })

  test('writes the note once if both calls arrive at the same moment', async () => {
    const { id } = await ticket()
    const body = { queueId: 'financeiro', note: NOTE, clientId: CLIENT_ID }
    await Promise.all([change(OWNER, id, body), change(OWNER, id, body)])
    expect(await notes()).toEqual([NOTE])
    expect(await eventsOf('transferred')).toHaveLength(1)
  })

  test('leaves the ticket with the colleague who accepted it meanwhile', async () => {
    await transfers(2)
    const bia = anActor({ userId: 'bia', name: 'Bia', queueIds: ['financeiro'] })
    await changes({ status: 'open' }, 3, bia)
    expect(await transfers(4)).toMatchObject({ status: 'open', userId: 'bia' })
    expect(await notes()).toEqual([NOTE])
  })

  test('makes the note searchable if the first call died before that', async () => {
    await transfers(2)
    const [note] = (await conversation()).filter(({ content }) => content.type === 'note')
    const found = () =>
      [...memory.rows((pk) => pk.includes('#WORDS#'))].filter(({ sk }) => /^segunda#/.test(sk))
    expect(found()).toHaveLength(1)
    await forgetWords(table, note ? [note] : [])
    expect(found()).toEqual([])
    await transfers(3)
    expect(found()).toHaveLength(1)
  })

  test('is refused with other words under the same id', async () => {
    await transfers(2)
    await expect(transfers(3, { note: 'Outra' })).rejects.toMatchObject({ code: 'ERR_MESSAGE_REUSED' })
    expect(await notes()).toEqual([NOTE])
  })

  test('writes a second note under another id, and each time for a browser that sends none', async () => {
    await transfers(2)
    await transfers(3, { clientId: '1c7f2d63-8b66-4a1f-8b4f-1e2d6a7b8c91' })
    await transfers(4, { clientId: undefined })
    expect(await notes()).toHaveLength(3)
  })
})
