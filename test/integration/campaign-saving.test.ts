import type { Campaign } from '@recado/shared/campaigns/campaign'
import type { CampaignSettings } from '@recado/shared/campaigns/settings'
import { DEFAULT_CAMPAIGN_SETTINGS, DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/settings'
import { putCampaign } from '@recado/shared/campaigns/store'
import { putConnection } from '@recado/shared/connections/store'
import { deleteList } from '@recado/shared/contact-lists/store'
import { keepGroup } from '@recado/shared/groups/lists'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { aCampaign, aConnection, aTag, aTicketQueue } from '../support/builders.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

let system: RunningSystem
let table: TenantTable
let admin: ApiClient
let whatsappId: string
let contactListId: string

beforeAll(async () => {
  system = await startSystem()
  const principals = new Principals(system)
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  const connection = aConnection({ companyId, wanted: 'closed', status: 'DISCONNECTED' })
  await putConnection(table, connection)
  whatsappId = connection.id
  contactListId = (await admin.newList()).id
  await admin.addContacts(contactListId, ['5511955560001', '5511955560002'])
})
afterAll(() => system.stop())

let groups = 0
/** The list of a group of so many members, one of whom is hidden. */
async function groupList(members = 3): Promise<string> {
  const numbers = Array.from({ length: members - 1 }, (_, at) => `55119777${10000 + groups * 100 + at}`)
  const news = await keepGroup(
    table,
    {
      connectionId: whatsappId,
      groupId: `12036300000000${1000 + groups++}`,
      subject: 'Clientes',
      addressing: 'lid',
      updatedAt: new Date().toISOString(),
      members: [
        ...numbers.map((number) => ({ number, lid: null, admin: false })),
        { number: null, lid: '999', admin: false },
      ],
    },
    { connectionName: 'Loja', orphans: new Map() },
  )
  if (news?.action !== 'create') throw new Error('The list was there already')
  return news.list.id
}

const input = (more: object = {}) => ({
  name: 'Promoção',
  whatsappId,
  contactListId,
  message1: 'Olá',
  ...more,
})
const create = (more: object = {}) => admin.send<Campaign>('POST', '/campaigns', input(more))
const created = async (more: object = {}) => (await create(more)).body
const change = (id: string, to: object) => admin.send<Campaign>('PUT', `/campaigns/${id}`, to)

const invalid = (path: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: [{ path }] },
})

describe('a campaign that is saved', () => {
  test('has everything that was filled in, and nothing where nothing was', async () => {
    const queue = aTicketQueue({ companyId: table.companyId, name: 'Vendas' })
    const tag = aTag({ companyId: table.companyId, name: 'Quente' })
    await putTicketQueue(table, queue)
    await putTag(table, tag)
    const fields = {
      message2: 'Oi',
      message5: 'Eai',
      confirmationMessage1: 'Quer?',
      confirmation: true,
      block: true,
      mediaMode: 'both',
      contactMode: 'above',
      initTreatment: true,
      queueId: queue.id,
      tagId: tag.id,
    }
    const { status, body } = await create({ ...fields, contactName: 'Ana', contactNumber: '(11) 98765-0001' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...fields,
      contactName: 'Ana',
      contactNumber: '5511987650001',
      status: 'INATIVA',
      type: 'PRIVATE',
      contactListId,
      validContacts: 2,
      message3: null,
      mediaName: null,
      mediaPath: null,
    })
    expect(await admin.report(body.id)).toMatchObject({
      contactList: { id: contactListId, contactsCount: 2, valid: 2 },
      mediaUrl: null,
      expectedEndAt: null,
    })
  })

  test('takes empty texts as none, and needs a message or the promise of an attachment', async () => {
    expect(await create({ message1: '  ' })).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
    const announced = await created({ message1: '', mediaName: 'foto.png' })
    expect(announced).toMatchObject({ message1: null, mediaName: 'foto.png', mediaPath: null })
    expect(await change(announced.id, { mediaName: null })).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
  })

  test('needs a confirmation message where it asks for a confirmation', async () => {
    const empty = refused(400, 'ERR_CAMPAIGN_CONFIRMATION_EMPTY')
    expect(await create({ confirmation: true })).toMatchObject(empty)
    const { id } = await created({ confirmation: true, confirmationMessage3: 'Quer?' })
    expect(await change(id, { confirmationMessage3: '' })).toMatchObject(empty)
    expect((await change(id, { confirmationMessage3: '', confirmation: false })).status).toBe(200)
  })

  test('has a contact card with name and number, or none', async () => {
    expect(await create({ contactName: 'Ana' })).toMatchObject(invalid('contactNumber'))
    expect(await create({ contactNumber: '11987650001' })).toMatchObject(invalid('contactName'))
    expect(await create({ contactName: 'Ana', contactNumber: '123' })).toMatchObject(invalid('contactNumber'))
  })

  test('keeps a number of another country as it is when it is saved again', async () => {
    const { id, contactNumber } = await created({ contactName: 'Ana', contactNumber: '+34 912 345 678' })
    expect(contactNumber).toBe('34912345678')
    const { body } = await change(id, { name: 'Outro nome', contactName: 'Ana', contactNumber })
    expect(body).toMatchObject({ contactNumber: '34912345678' })
  })

  test('names only what there is', async () => {
    expect(await create({ whatsappId: newId() })).toMatchObject(refused(404, 'ERR_NO_WAPP_FOUND'))
    expect(await create({ contactListId: newId() })).toMatchObject(refused(404, 'ERR_NO_CONTACT_LIST_FOUND'))
    expect(await create({ queueId: newId() })).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
    expect(await create({ tagId: newId() })).toMatchObject(refused(404, 'ERR_NO_TAG_FOUND'))
  })

  test('writes to one list of its own type', async () => {
    const [group, other] = [await groupList(), (await admin.newList('Outra')).id]
    expect(await create({ contactListId: group })).toMatchObject(invalid('contactListId'))
    expect(await create({ contactListId: [contactListId, other] })).toMatchObject(invalid('contactListId'))
    const { body } = await create({ contactListId: [contactListId] })
    expect(body).toMatchObject({ contactListId })
    expect(await change(body.id, { contactListId: group })).toMatchObject(invalid('contactListId'))
    expect(await change(body.id, { contactListId: other })).toMatchObject({
      status: 200,
      body: { contactListId: other, validContacts: 0 },
    })
  })

  test('can still be changed when its list, queue or tag are gone', async () => {
    const list = await admin.newList('Passageira')
    const { id } = await created({ contactListId: list.id })
    await deleteList(table, list.id)
    const body = { ...input({ contactListId: list.id }), name: 'Outro nome' }
    expect((await change(id, body)).status).toBe(200)
    expect(await admin.report(id)).toMatchObject({ name: 'Outro nome', contactList: null, contactLists: [] })
  })

  test('with a time is PROGRAMADA until the time is taken away', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await created({ scheduledAt })
    expect(planned).toMatchObject({ status: 'PROGRAMADA', scheduledAt })
    expect((await change(planned.id, { scheduledAt: null })).body).toMatchObject({
      status: 'INATIVA',
      scheduledAt: null,
    })
    const past = { scheduledAt: '2026-01-01T12:00:00.000Z' }
    expect(await create(past)).toMatchObject(refused(400, 'ERR_CAMPAIGN_SCHEDULE_PAST'))
    expect(await change(planned.id, past)).toMatchObject(refused(400, 'ERR_CAMPAIGN_SCHEDULE_PAST'))
  })

  test('and cancelled keeps everything but connection, messages and attachment', async () => {
    const { id } = await created()
    const cancelled = aCampaign({
      companyId: table.companyId,
      whatsappId,
      contactListIds: [contactListId],
      status: 'CANCELADA',
    })
    await putCampaign(table, cancelled)
    const open = { whatsappId, message2: 'Oi', mediaMode: 'below', confirmationMessage1: 'Quer?' }
    expect((await change(cancelled.id, open)).body).toMatchObject({ ...open, status: 'CANCELADA' })
    for (const closed of [{ name: 'Outro' }, { block: true }, { scheduledAt: null }, { queueId: null }]) {
      const answer = await change(cancelled.id, { ...open, ...closed })
      expect(answer, JSON.stringify(closed)).toMatchObject(refused(409, 'ERR_CAMPAIGN_NOT_EDITABLE'))
      expect((await change(id, closed)).status, JSON.stringify(closed)).toBe(200)
    }
  })
})

describe('a campaign into groups', () => {
  const toGroups = (lists: string | string[], more: object = {}) =>
    create({ type: 'GROUP', contactListId: lists, ...more })

  test('takes one group list or several, each once', async () => {
    const [first, second] = [await groupList(), await groupList(5)]
    expect((await toGroups(first)).body).toMatchObject({
      type: 'GROUP',
      groupMode: 'group',
      contactListId: [first],
      validContacts: 1,
    })
    const { body } = await toGroups([first, second, first], { groupMode: 'participants' })
    // Less one hidden number each.
    expect(body).toMatchObject({ contactListId: [first, second], validContacts: 6 })
    expect(await admin.report(body.id)).toMatchObject({
      contactList: null,
      contactLists: [
        { id: first, contacts: 3, valid: 2 },
        { id: second, contacts: 5, valid: 4 },
      ],
    })
    const { records } = await admin.done<{ records: Campaign[] }>('GET', '/campaigns?type=GROUP')
    expect(records).toHaveLength(2)
  })

  test('takes no list of contacts, none that is unknown, and no empty choice', async () => {
    const group = await groupList()
    expect(await toGroups([group, contactListId])).toMatchObject(invalid('contactListId'))
    expect(await toGroups([group, newId()])).toMatchObject(refused(404, 'ERR_NO_CONTACT_LIST_FOUND'))
    expect(await toGroups([])).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('asks members for a confirmation, and groups for none', async () => {
    const group = await groupList()
    const asking = { confirmation: true, confirmationMessage1: 'Quer?' }
    expect(await toGroups(group, asking)).toMatchObject(invalid('confirmation'))
    expect((await toGroups(group, { ...asking, groupMode: 'participants' })).status).toBe(201)
  })
})

describe('the settings of campaigns', () => {
  const save = (settings: object) =>
    admin.send<{ settings: CampaignSettings }>('POST', '/campaign-settings', { settings })
  const windows = { ...DEFAULT_SEND_WINDOWS, enabled: true, holidays: ['2026-12-25'] }

  test('keep their send windows when they are saved without naming them', async () => {
    expect((await save({ ...DEFAULT_CAMPAIGN_SETTINGS, sendWindows: windows })).body).toMatchObject({
      settings: { sendWindows: windows },
    })
    const { body } = await save({ ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '40' })
    expect(body.settings).toMatchObject({ messageInterval: '40', sendWindows: windows })
    expect(await admin.done('GET', '/campaign-settings')).toEqual(body)
  })

  test.each([
    ['a period that ends before it begins', { periods: [{ weekday: 1, from: '12:00', to: '08:00' }] }],
    ['a weekday that is none', { periods: [{ weekday: 7, from: '08:00', to: '12:00' }] }],
    ['a time that is none', { periods: [{ weekday: 1, from: '08:00', to: '24:01' }] }],
    ['a holiday that is none', { holidays: ['2026-02-30'] }],
  ])('with %s are refused', async (_, wrong) => {
    const answer = await save({ ...DEFAULT_CAMPAIGN_SETTINGS, sendWindows: { ...windows, ...wrong } })
    expect(answer).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })
})
