import { save as saveCampaignSettings } from '@recado/functions/campaigns/settings'
import { get as getConnection, update as updateConnection } from '@recado/functions/connections/connections'
import { get as getContact, update as updateContact } from '@recado/functions/contacts/contacts'
import { save as saveSetting } from '@recado/functions/settings/settings'
import { type CampaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { getSettings } from '@recado/shared/campaigns/store/settings'
import { overdueFromOf } from '@recado/shared/companies/overdue'
import { getCompany, putCompany } from '@recado/shared/companies/store'
import type { ConnectionInput } from '@recado/shared/connections/connection'
import { changeConnection, connectionKey, putConnection } from '@recado/shared/connections/store'
import type { ContactChange } from '@recado/shared/contacts/contact'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCompany, aConnection, aTicket, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const ADMIN = anActor({ profile: 'admin' })
const WITHOUT_CAMPAIGNS = anActor({ profile: 'admin', campaignsEnabled: false })
const [OLD_NUMBER, NEW_NUMBER] = ['5511987651001', '5511987651002']

let now: number
let memory: RacedTable
let table: TenantTable

beforeEach(async () => {
  now = Date.parse('2026-11-23T15:00:00.000Z')
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => ++now)
  setContext({ table, ports })
  await putCompany(table, aCompany({ id: 'A', dueDate: '2026-11-10' }))
})

const during: RacedTable['during'] = (other, call) => memory.during(other, call)

describe('the settings of campaigns', () => {
  const saves = (change: Partial<CampaignSettings> = {}) =>
    saveCampaignSettings(ADMIN, { settings: { ...DEFAULT_CAMPAIGN_SETTINGS, ...change } })
  const savesZone = (zone: string) => saveSetting(WITHOUT_CAMPAIGNS, 'timezone', zone)
  const sendWindows = { enabled: true, periods: [], holidays: [] }

  test.each([
    ['opt-out words', { optOutWords: ['sair'] }],
    ['return words', { returnWords: ['voltar'] }],
    ['send windows', { sendWindows }],
  ])('a save without %s keeps those that are saved at the same moment', async (_, change) => {
    await saves()
    await during(
      () => saves(change),
      () => saves({ messageInterval: '60' }),
    )
    expect(await getSettings(table)).toEqual({
      ...DEFAULT_CAMPAIGN_SETTINGS,
      messageInterval: '60',
      ...change,
    })
  })

  test('two first saves at the same moment are both kept', async () => {
    await during(
      () => saves({ optOutWords: ['sair'] }),
      () => savesZone('America/Manaus'),
    )
    const both = { optOutWords: ['sair'], timezone: 'America/Manaus' }
    expect(await getSettings(table)).toEqual({ ...DEFAULT_CAMPAIGN_SETTINGS, ...both })
  })

  test('a new time zone keeps the settings that are saved at the same moment', async () => {
    await saves()
    await during(
      () => saves({ messageInterval: '60' }),
      () => savesZone('America/Manaus'),
    )
    expect(await getSettings(table)).toMatchObject({ messageInterval: '60', timezone: 'America/Manaus' })
  })

  test('a company becomes overdue in the zone of the last of two saves at the same moment', async () => {
    await saves()
    await during(
      () => savesZone('America/Noronha'),
      () => saves({ timezone: 'America/Sao_Paulo' }),
    )
    const { timezone } = await getSettings(table)
    expect(timezone).toBe('America/Sao_Paulo')
    expect((await getCompany(table))?.overdueFrom).toBe(overdueFromOf('2026-11-10', timezone))
  })
})

describe('a contact', () => {
  let contactId: string

  beforeEach(async () => {
    contactId = newId()
    const place = await reservePlaces(table, 1)
    const at = new Date(now).toISOString()
    const named = { id: contactId, name: 'Ana', nameFrom: 'user', lid: null, place } as const
    await writeContacts(table, [{ after: newContact({ ...named, number: OLD_NUMBER }, at, {}) }])
  })

  const changes = (change: Partial<ContactChange>) => {
    const [email, var1, var2, var3] = [undefined, undefined, undefined, undefined]
    return updateContact(ADMIN, contactId, { name: 'Ana', email, var1, var2, var3, ...change })
  }

  test('a change without a number keeps the number that is saved at the same moment', async () => {
    await during(
      () => changes({ number: NEW_NUMBER }),
      () => changes({ email: 'ana@exemplo.test' }),
    )
    const saved = { name: 'Ana', number: NEW_NUMBER, email: 'ana@exemplo.test' }
    expect(await getContact(ADMIN, contactId)).toMatchObject(saved)
  })

  test('a contact without a LID keeps its number when none is sent', async () => {
    await expect(changes({ number: null })).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' })
    expect(await getContact(ADMIN, contactId)).toMatchObject({ number: OLD_NUMBER })
  })

  test('the live ticket gets the last of two names that are saved at the same moment', async () => {
    const connection = aConnection({ companyId: 'A' })
    await putConnection(table, connection)
    const ticket = aTicket({ whatsappId: connection.id, chat: OLD_NUMBER, contactId })
    await writeTicket(table, undefined, ticket)
    await during(
      () => changes({ name: 'Bia' }),
      () => changes({ name: 'Ana' }),
    )
    expect(await getContact(ADMIN, contactId)).toMatchObject({ name: 'Ana' })
    expect(await getTicket(table, ticket.id)).toMatchObject({ name: 'Ana' })
  })
})

describe('a connection', () => {
  let shop: string
  let queueIds: string[]

  beforeEach(async () => {
    const texts = { greetingMessage: 'Olá', complationMessage: 'Até logo' }
    const connection = aConnection({ companyId: 'A', ...texts })
    shop = connection.id
    await putConnection(table, connection)
    queueIds = [newId(), newId()]
    for (const [at, id] of queueIds.entries())
      await putTicketQueue(table, aTicketQueue({ companyId: 'A', id, name: `${at}`, color: `#00000${at}` }))
  })

  const changes = (change: Partial<ConnectionInput>) =>
    updateConnection(ADMIN, shop, { name: 'Loja', ...change })

  test('omitted fields stay unchanged, and null or an empty text removes a text', async () => {
    await changes({ outOfHoursMessage: 'Fechado', newContactsPerDay: 30, token: 'segredo' })
    expect(await changes({ name: 'Outra' })).toMatchObject({
      name: 'Outra',
      greetingMessage: 'Olá',
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Fechado',
      newContactsPerDay: 30,
      hasToken: true,
    })
    const removed = await changes({ complationMessage: null, outOfHoursMessage: '' })
    expect(removed).toMatchObject({ complationMessage: null, outOfHoursMessage: null })
  })

  test('different fields that are saved at the same moment are all kept', async () => {
    const [limit, decisions] = [{ newContactsPerDay: 30 }, { groups: 'ignore', warmUpDays: 7 }] as const
    await during(
      () => changes({ ...limit, greetingMessage: 'Oi' }),
      () => changes({ ...decisions, complationMessage: 'Tchau' }),
    )
    const texts = { greetingMessage: 'Oi', complationMessage: 'Tchau' }
    expect(await getConnection(ADMIN, shop)).toMatchObject({ ...limit, ...decisions, ...texts })
  })

  test('several queues are refused if their greeting is removed at the same moment', async () => {
    const call = during(
      () => changes({ greetingMessage: '' }),
      () => changes({ queueIds }),
    )
    await expect(call).rejects.toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' })
    expect(await getConnection(ADMIN, shop)).toMatchObject({ greetingMessage: null, queues: [] })
  })

  test('a change is made again after a report of its session', async () => {
    await during(
      () => changeConnection(table, shop, { status: 'CONNECTED', updatedAt: '2026-11-23T15:00:00.500Z' }),
      () => changes({ newContactsPerDay: 30 }),
    )
    expect(await getConnection(ADMIN, shop)).toMatchObject({ status: 'CONNECTED', newContactsPerDay: 30 })
  })

  test('a change of a connection that is deleted at the same moment is refused', async () => {
    const call = during(
      () => table.delete(connectionKey(shop)),
      () => changes({ newContactsPerDay: 30 }),
    )
    await expect(call).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    expect(await table.get(connectionKey(shop))).toBeUndefined()
  })
})
