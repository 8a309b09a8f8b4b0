import { remove, update } from '@recado/functions/contacts/contacts'
import { merge, undo } from '@recado/functions/contacts/merges'
import { putConnection, type StoredConnection } from '@recado/shared/connections/store'
import { getContact } from '@recado/shared/contacts/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { applyChange } from '@recado/shared/tickets/rules/apply-change'
import { getTicket, liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { arrives } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const [RITA, PAULO, NEW_NUMBER] = ['5511987651001', '5511987651002', '5511987651003']
const ANA = anActor()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let memory: MemoryTable
let table: TenantTable
let shop: StoredConnection
let count: number
const now = () => NOON + count * 60 * 60_000

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  count = 0
  setContext({ table, ports: enginePorts(memory, now).ports })
  shop = aConnection({ companyId: 'A' })
  await putConnection(table, shop)
})

/** A customer writes, an hour after the last message. @returns their live ticket */
async function writes(number: string, name: string): Promise<StoredTicket> {
  count += 1
  await arrives(table, {
    kind: 'message',
    companyId: 'A',
    connectionId: shop.id,
    person: { number },
    name,
    fromMe: false,
    messageId: `M${count}`,
    timestamp: now() / 1000,
    at: now(),
    content: { type: 'text', text: 'Oi' },
    original: '',
  })
  const ticket = await liveTicket(table, shop.id, number)
  if (!ticket) throw new Error(`${number} has no live ticket`)
  return ticket
}

/** Ana closes a ticket. @param since milliseconds since its last message */
async function closes(ticket: StoredTicket, since = 0): Promise<StoredTicket> {
  const at = new Date(now() + since).toISOString()
  const actor = { userId: ANA.userId, seesAll: false, queueIds: [] }
  const change = { kind: 'close', silent: true, force: false } as const
  await writeTicket(table, ticket, applyChange(ticket, change, actor, [], at))
  return ticket
}

/** Ana changes the contact of a ticket. */
const changes = (ticket: StoredTicket, change: { name?: string; number?: string }) => {
  const [email, var1, var2, var3] = [undefined, undefined, undefined, undefined]
  return update(ANA, idOf(ticket), { name: 'Rita', email, var1, var2, var3, ...change })
}
const stored = ({ id }: StoredTicket) => getTicket(table, id)
const idOf = ({ contactId }: StoredTicket): string => contactId ?? ''

describe('a merge that is undone', () => {
  test('gives a contact the tickets back that were opened or written in meanwhile', async () => {
    const [rita, paulo] = [await writes(RITA, 'Rita'), await writes(PAULO, 'Paulo')]
    // A name by a user: the person's own one does not replace it.
    await changes(paulo, { name: 'Paulo Lima' })
    const before = await stored(paulo)
    const { mergeId } = await merge(ANA, idOf(paulo), idOf(rita))
    const closed = await closes(await writes(RITA, 'Rita'))
    const live = await writes(RITA, 'Rita')
    expect([closed, live]).toMatchObject([
      { id: rita.id, contactId: paulo.contactId },
      { contactId: paulo.contactId, name: 'Paulo Lima' },
    ])
    await undo(ANA, mergeId)
    expect(await stored(closed)).toMatchObject({ status: 'closed', contactId: rita.contactId })
    expect(await stored(live)).toMatchObject({ contactId: rita.contactId, name: 'Rita' })
    expect(await writes(RITA, 'Rita')).toMatchObject({ id: live.id, contactId: rita.contactId })
    expect(await stored(paulo)).toEqual(before)
  })

  test('leaves a ticket that nothing was written in since the merges as it is', async () => {
    const [rita, paulo] = [await writes(RITA, 'Rita'), await writes(PAULO, 'Paulo')]
    const earlier = await writes(NEW_NUMBER, 'Rita')
    await merge(ANA, idOf(rita), idOf(earlier))
    const { mergeId } = await merge(ANA, idOf(paulo), idOf(rita))
    await undo(ANA, mergeId)
    expect(await stored(rita)).toEqual(rita)
    expect(await stored(earlier)).toEqual(earlier)
  })
})

describe('a contact whose number is changed', () => {
  test('leaves the tickets of the old number to the contact that the number gets', async () => {
    const [closed, live] = [await closes(await writes(RITA, 'Rita')), await writes(RITA, 'Rita')]
    await changes(live, { number: NEW_NUMBER })
    expect([await stored(closed), await stored(live)]).toMatchObject([
      { contactId: null },
      { contactId: null },
    ])
    const { contactId } = await writes(RITA, 'Rita')
    expect(contactId).not.toBe(live.contactId)
    expect(await getContact(table, contactId ?? '')).toMatchObject({ number: RITA })
  })

  test.each([
    ['its old number', RITA],
    ['its new number', NEW_NUMBER],
  ])('points the tickets of %s in a repeated call, if the first one broke off', async (_, number) => {
    const former = await closes(await writes(NEW_NUMBER, 'Rita'))
    await remove(ANA, idOf(former))
    const live = await writes(RITA, 'Rita')
    const broken = number === RITA ? live : former
    const transact = memory.transact.bind(memory)
    vi.spyOn(memory, 'transact').mockImplementation(async (all) => {
      if (JSON.stringify(all).includes(`"sk":"${broken.id}"`)) throw new Error('The table is away')
      return transact(all)
    })
    await expect(changes(live, { number: NEW_NUMBER })).rejects.toThrow('The table is away')
    vi.restoreAllMocks()
    await changes(live, { number: NEW_NUMBER })
    expect(await stored(live)).toMatchObject({ contactId: null })
    expect(await stored(former)).toMatchObject({ contactId: live.contactId })
    expect(await getContact(table, idOf(live))).toMatchObject({ number: NEW_NUMBER, leftNumbers: [] })
  })

  test('gets the tickets of its new number', async () => {
    const closed = await closes(await writes(NEW_NUMBER, 'Rita'))
    await remove(ANA, idOf(closed))
    const live = await writes(RITA, 'Rita')
    await changes(live, { number: NEW_NUMBER })
    expect(await stored(closed)).toMatchObject({ contactId: live.contactId })
  })
})

test('a ticket that opens again after its contact was deleted gets the person’s new contact', async () => {
  const ticket = await closes(await writes(RITA, 'Rita'), 45 * 60_000)
  await remove(ANA, idOf(ticket))
  const again = await writes(RITA, 'Rita')
  expect(again).toMatchObject({ id: ticket.id, status: 'pending' })
  expect(await getContact(table, idOf(again))).toMatchObject({ number: RITA })
})
