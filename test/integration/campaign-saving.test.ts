import { DEFAULT_CAMPAIGN_SETTINGS, DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { deleteList } from '@recado/shared/contact-lists/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, accepted, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aCampaign, aConnection, aTag, aTicketQueue } from '../support/builders.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let table: TenantTable
let admin: ApiClient
let whatsappId: string
let contactListId: string

beforeAll(async () => {
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  const connection = aConnection({ companyId, wanted: 'closed', status: 'DISCONNECTED' })
  await putConnection(table, connection)
  whatsappId = connection.id
  contactListId = (await admin.newList()).id
  await admin.addContacts(contactListId, ['5511955560001', '5511955560002'])
})

let groups = 0
/** The list of a group; one member is hidden. */
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

type Input = Partial<RequestTo<'createCampaign'>>
const input = (more: Input = {}) => ({
  name: 'Promoção',
  whatsappId,
  contactListId,
  message1: 'Olá',
  ...more,
})
const create = (more: Input = {}) => admin.attempt('createCampaign', input(more))
const created = (more: Input = {}) => admin.call('createCampaign', input(more))
type Change = Omit<RequestTo<'updateCampaign'>, 'campaignId'>
const change = (campaignId: string, to: Change) => admin.attempt('updateCampaign', { campaignId, ...to })

const invalid = (path: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: [{ path }] },
})

describe('a campaign that is saved', () => {
  test('a campaign is saved with all its fields, and empty ones are null', async () => {
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
    } as const
    const saved = await created({ ...fields, contactName: 'Ana', contactNumber: '(11) 98765-0001' })
    expect(saved).toMatchObject({
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
    expect(await admin.report(saved.id)).toMatchObject({
      contactList: { id: contactListId, contactsCount: 2, valid: 2 },
      mediaUrl: null,
      expectedEndAt: null,
    })
  })

  test('a campaign needs a message or an announced attachment', async () => {
    expect(await create({ message1: '  ' })).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
    const announced = await created({ message1: '', mediaName: 'foto.png' })
    expect(announced).toMatchObject({ message1: null, mediaName: 'foto.png', mediaPath: null })
    expect(await change(announced.id, { mediaName: null })).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
  })

  test('a campaign with confirmation needs a confirmation message', async () => {
    const empty = refused(400, 'ERR_CAMPAIGN_CONFIRMATION_EMPTY')
    expect(await create({ confirmation: true })).toMatchObject(empty)
    const { id } = await created({ confirmation: true, confirmationMessage3: 'Quer?' })
    expect(await change(id, { confirmationMessage3: '' })).toMatchObject(empty)
    expect((await change(id, { confirmationMessage3: '', confirmation: false })).status).toBe(200)
  })

  test('a contact card needs name and number', async () => {
    expect(await create({ contactName: 'Ana' })).toMatchObject(invalid('contactNumber'))
    expect(await create({ contactNumber: '11987650001' })).toMatchObject(invalid('contactName'))
    expect(await create({ contactName: 'Ana', contactNumber: '123' })).toMatchObject(invalid('contactNumber'))
  })

  test('a foreign number of a contact card stays as it is when saved again', async () => {
    const { id, contactNumber } = await created({ contactName: 'Ana', contactNumber: '+34 912 345 678' })
    expect(contactNumber).toBe('34912345678')
    const { body } = await change(id, { name: 'Outro nome', contactName: 'Ana', contactNumber })
    expect(body).toMatchObject({ contactNumber: '34912345678' })
  })

  test('a campaign with an unknown connection, list, queue or tag is refused', async () => {
    expect(await create({ whatsappId: newId() })).toMatchObject(refused(404, 'ERR_NO_WAPP_FOUND'))
    expect(await create({ contactListId: newId() })).toMatchObject(refused(404, 'ERR_NO_CONTACT_LIST_FOUND'))
    expect(await create({ queueId: newId() })).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
    expect(await create({ tagId: newId() })).toMatchObject(refused(404, 'ERR_NO_TAG_FOUND'))
  })

  test('a campaign to contacts takes one list of contacts', async () => {
    const [group, other] = [await groupList(), (await admin.newList('Outra')).id]
    expect(await create({ contactListId: group })).toMatchObject(invalid('contactListId'))
    expect(await create({ contactListId: [contactListId, other] })).toMatchObject(invalid('contactListId'))
    const single = await created({ contactListId: [contactListId] })
    expect(single).toMatchObject({ contactListId })
    expect(await change(single.id, { contactListId: group })).toMatchObject(invalid('contactListId'))
    expect(await change(single.id, { contactListId: other })).toMatchObject({
      status: 200,
      body: { contactListId: other, validContacts: 0 },
    })
  })

  test('a campaign can be changed after its list was deleted', async () => {
    const list = await admin.newList('Passageira')
    const { id } = await created({ contactListId: list.id })
    await deleteList(table, list.id)
    const body = { ...input({ contactListId: list.id }), name: 'Outro nome' }
    expect((await change(id, body)).status).toBe(200)
    expect(await admin.report(id)).toMatchObject({ name: 'Outro nome', contactList: null, contactLists: [] })
  })

  test('a campaign with a schedule is PROGRAMADA until the schedule is removed', async () => {
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

  test('a campaign without a connection or a list cannot be scheduled', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    // An empty list may be filled until then.
    const list = await admin.newList('Vazia')
    const { id } = await created({ contactListId: list.id })
    expect(await change(id, { scheduledAt })).toMatchObject({ status: 200 })
    expect(await change(id, { scheduledAt: null })).toMatchObject({ status: 200 })
    await deleteList(table, list.id)
    expect(await change(id, { scheduledAt })).toMatchObject(refused(404, 'ERR_NO_CONTACT_LIST_FOUND'))
    expect(await admin.report(id)).toMatchObject({ status: 'INATIVA', scheduledAt: null })
    const former = aConnection({ companyId: table.companyId, wanted: 'closed', isDefault: false })
    await putConnection(table, former)
    const homeless = await created({ whatsappId: former.id })
    await admin.call('deleteConnection', { whatsappId: former.id })
    expect(await change(homeless.id, { scheduledAt })).toMatchObject(refused(404, 'ERR_NO_WAPP_FOUND'))
  })

  test('a cancelled campaign only allows changes of connection, messages and attachment', async () => {
    const { id } = await created()
    const queue = aTicketQueue({ companyId: table.companyId, name: 'Suporte', color: '#2244aa' })
    await putTicketQueue(table, queue)
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const cancelled = aCampaign({
      companyId: table.companyId,
      whatsappId,
      contactListIds: [contactListId],
      status: 'CANCELADA',
    })
    await putCampaign(table, cancelled)
    const open = { whatsappId, message2: 'Oi', mediaMode: 'below', confirmationMessage1: 'Quer?' } as const
    expect((await change(cancelled.id, open)).body).toMatchObject({ ...open, status: 'CANCELADA' })
    for (const closed of [{ name: 'Outro' }, { block: true }, { scheduledAt }, { queueId: queue.id }]) {
      const answer = await change(cancelled.id, { ...open, ...closed })
      expect(answer, JSON.stringify(closed)).toMatchObject(refused(409, 'ERR_CAMPAIGN_NOT_EDITABLE'))
      expect((await change(id, closed)).status, JSON.stringify(closed)).toBe(200)
    }
    const put = async (more: object) =>
      admin.send('PUT', `/campaigns/${cancelled.id}`, { ...(await admin.report(cancelled.id)), ...more })
    expect(await put({ message2: 'Tchau' })).toMatchObject({ status: 200, body: { message2: 'Tchau' } })
    expect(await put({ name: 'Outro' })).toMatchObject(refused(409, 'ERR_CAMPAIGN_NOT_EDITABLE'))
  })
})

describe('a campaign into groups', () => {
  const toGroups = (lists: string | string[], more: Input = {}) =>
    create({ type: 'GROUP', contactListId: lists, ...more })

  test('a campaign to groups takes several lists, each once', async () => {
    const [first, second] = [await groupList(), await groupList(5)]
    expect((await toGroups(first)).body).toMatchObject({
      type: 'GROUP',
      groupMode: 'group',
      contactListId: [first],
      validContacts: 1,
    })
    const { body } = accepted(await toGroups([first, second, first], { groupMode: 'participants' }))
    // Less one hidden number each.
    expect(body).toMatchObject({ contactListId: [first, second], validContacts: 6 })
    expect(await admin.report(body.id)).toMatchObject({
      contactList: null,
      contactLists: [
        { id: first, contacts: 3, valid: 2 },
        { id: second, contacts: 5, valid: 4 },
      ],
    })
    const { records } = await admin.call('listCampaigns', { type: 'GROUP' })
    expect(records).toHaveLength(2)
  })

  test('a campaign to groups refuses contact lists, unknown lists and an empty choice', async () => {
    const group = await groupList()
    expect(await toGroups([group, contactListId])).toMatchObject(invalid('contactListId'))
    expect(await toGroups([group, newId()])).toMatchObject(refused(404, 'ERR_NO_CONTACT_LIST_FOUND'))
    expect(await toGroups([])).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('a campaign to groups asks for confirmation only when it writes to members', async () => {
    const group = await groupList()
    const asking = { confirmation: true, confirmationMessage1: 'Quer?' }
    expect(await toGroups(group, asking)).toMatchObject(invalid('confirmation'))
    expect((await toGroups(group, { ...asking, groupMode: 'participants' })).status).toBe(201)
  })
})

describe('the settings of campaigns', () => {
  const save = (settings: RequestTo<'saveCampaignSettings'>['settings']) =>
    admin.attempt('saveCampaignSettings', { settings })
  const windows = { ...DEFAULT_SEND_WINDOWS, enabled: true, holidays: ['2026-12-25'] }

  test('campaign settings saved without send windows keep them', async () => {
    expect((await save({ ...DEFAULT_CAMPAIGN_SETTINGS, sendWindows: windows })).body).toMatchObject({
      settings: { sendWindows: windows },
    })
    const { body } = accepted(await save({ ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '40' }))
    expect(body.settings).toMatchObject({ messageInterval: '40', sendWindows: windows })
    expect(await admin.call('getCampaignSettings')).toEqual(body)
  })

  test.each([
    ['a period that ends before it begins', { periods: [{ weekday: 1, from: '12:00', to: '08:00' }] }],
    ['a weekday that is none', { periods: [{ weekday: 7, from: '08:00', to: '12:00' }] }],
    ['a time that is none', { periods: [{ weekday: 1, from: '08:00', to: '24:01' }] }],
    ['a holiday that is none', { holidays: ['2026-02-30'] }],
  ])('campaign settings with %s are refused', async (_, wrong) => {
    const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, sendWindows: { ...windows, ...wrong } }
    const answer = await admin.send('POST', '/campaign-settings', { settings })
    expect(answer).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })
})
