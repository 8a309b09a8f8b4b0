import { factsOf } from '@recado/functions/schedules/facts'
import { create } from '@recado/functions/schedules/schedules'
import { putCompany } from '@recado/shared/companies/store'
import { changeHealth } from '@recado/shared/connections/health-store'
import { putConnection } from '@recado/shared/connections/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { mergeContacts } from '@recado/shared/contacts/merges'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { newId } from '@recado/shared/ids'
import { nextStep } from '@recado/shared/schedules/next-step'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aBlock, aCompany, aConnection, aSchedule, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const NEW_NUMBER = '5511987651001'
const OLD_NUMBER = '5511987651002'
const ANA = anActor()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

/** DynamoDB refuses empty keys. */
class StrictTable extends MemoryTable {
  override async get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    if (key.sk === '') throw new Error('The key is empty')
    return super.get(key)
  }
}

let table: TenantTable
let shop: string
let branch: string
beforeEach(async () => {
  const memory = new StrictTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
  const connections = [true, false].map((isDefault) => aConnection({ companyId: 'A', isDefault }))
  for (const connection of connections) await putConnection(table, connection)
  ;[shop = '', branch = ''] = connections.map(({ id }) => id)
})

async function aContact(number: string): Promise<string> {
  const place = await reservePlaces(table, 1)
  const contact = newContact({ id: newId(), name: 'Rita', nameFrom: 'user', number, lid: null, place }, AT)
  await writeContacts(table, [{ after: contact }])
  return contact.id
}

/** A contact with a new number, into which the contact with the old number was merged. */
async function aMergedContact(): Promise<string> {
  const [contactId, otherId] = [await aContact(NEW_NUMBER), await aContact(OLD_NUMBER)]
  await mergeContacts(table, { contactId, otherId, userId: 'ana', now: NOW })
  return contactId
}

const wrote = (connectionId: string, chat: string, wroteAt: number) =>
  table.put({ connectionId, chat, wroteAt, ...conversationKey(connectionId, chat) })

const block = (number: string) => putBlock(table, aBlock({ number, origin: 'OPT_OUT' }))

const factsFor = async (contactId: string) =>
  (await factsOf(table, aSchedule({ companyId: 'A', contactId }))).facts

describe('a schedule to a contact with a merged one', () => {
  test('counts messages from both numbers, and is sent to the contact’s own number', async () => {
    const contactId = await aMergedContact()
    await wrote(shop, NEW_NUMBER, NOW - 60_000)
    await wrote(branch, OLD_NUMBER, NOW - 1000)
    expect(await factsFor(contactId)).toMatchObject({ chat: NEW_NUMBER, wroteAt: NOW - 1000 })
  })

  test('heeds the block of either number', async () => {
    const contactId = await aMergedContact()
    expect(await factsFor(contactId)).toMatchObject({ isBlocked: false })
    await block(OLD_NUMBER)
    expect(await factsFor(contactId)).toMatchObject({ isBlocked: true })
  })

  test('is not saved while either number is blocked', async () => {
    const contactId = await aMergedContact()
    await block(OLD_NUMBER)
    const sendAt = new Date(NOW + 3_600_000).toISOString()
    const saved = create(ANA, { contactId, body: 'Oi', sendAt, openTicket: false, cancelIfReplied: false })
    await expect(saved).rejects.toMatchObject({ code: 'ERR_CONTACT_BLOCKED' })
  })

  test('leaves from the connection of the last ticket of either number', async () => {
    const contactId = await aMergedContact()
    expect(await factsFor(contactId)).toMatchObject({ connection: { id: shop } })
    await writeTicket(table, undefined, aTicket({ whatsappId: branch, chat: OLD_NUMBER }))
    expect(await factsFor(contactId)).toMatchObject({ connection: { id: branch } })
  })
})

test('a schedule whose connection was deleted has no connection', async () => {
  const contactId = await aContact(NEW_NUMBER)
  await putCompany(table, aCompany({ id: 'A' }))
  const schedule = aSchedule({ companyId: 'A', contactId, whatsappId: 'deleted', sendAt: AT })
  const { facts } = await factsOf(table, schedule)
  expect(facts.connection).toBeUndefined()
  expect(nextStep(schedule, facts, NOW)).toEqual({ does: 'fail', reason: 'NO_CONNECTION' })
})

describe('an Argentine number', () => {
  const [LISTED, ON_WHATSAPP] = ['541155550101', '5491155550101']

  test('a schedule counts messages under the other spelling, and is sent to their conversation', async () => {
    const contactId = await aContact(LISTED)
    expect(await factsFor(contactId)).toMatchObject({ chat: LISTED, wroteAt: undefined })
    await wrote(shop, ON_WHATSAPP, NOW)
    expect(await factsFor(contactId)).toMatchObject({ chat: ON_WHATSAPP, wroteAt: NOW })
  })

  test('a schedule is not held as a first contact after its person wrote under the other spelling', async () => {
    const contactId = await aContact(LISTED)
    const lockedUntil = NOW + 3_600_000
    await changeHealth(table, shop, { lockedUntil })
    await writeTicket(table, undefined, aTicket({ whatsappId: shop, chat: LISTED }))
    expect(await factsFor(contactId)).toMatchObject({ chat: LISTED, heldUntil: lockedUntil })
    await wrote(branch, ON_WHATSAPP, NOW)
    expect(await factsFor(contactId)).toMatchObject({ chat: LISTED, heldUntil: lockedUntil })
    await wrote(shop, ON_WHATSAPP, NOW)
    expect(await factsFor(contactId)).toMatchObject({ chat: LISTED, heldUntil: undefined })
  })
})
