import type { CreatedCampaign } from '@recado/shared/campaigns/contract/campaign'
import { newId } from '@recado/shared/ids'
import type { ContactImport } from '@recado/shared/imports/import'
import type { StoredIntegration } from '@recado/shared/integration/store'
import { keyIn } from '@recado/shared/table/table'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiClient, accepted } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { eventually } from '../support/eventually.ts'
import { type Fault, IntegrationStandIn } from '../support/integration-stand-in.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { ownSystem } from '../support/test-system.ts'
import { aWorld, type World } from '../support/worlds.ts'

const TOKEN = 'um-token-de-teste-1234'

let standIn: IntegrationStandIn
beforeAll(async () => {
  standIn = await IntegrationStandIn.start()
  // A deployment is told of its platform by its environment.
  vi.stubEnv('INTEGRATION_KIND', 'sacmais')
  vi.stubEnv('INTEGRATION_URL', standIn.address)
})
afterAll(() => standIn.stop())
const { principals } = ownSystem()

let company: string
let world: World
let admin: ApiClient
let user: ApiClient

beforeEach(async () => {
  standIn.tokens.add(TOKEN)
  standIn.tags.clear()
  standIn.saved.splice(0)
  standIn.asked.splice(0)
  company = await principals.company()
  world = await aWorld(principals.tenant(company))
  admin = await principals.signedIn(company)
  user = await principals.signedIn(company, { profile: 'user' })
})
afterEach(() => {
  standIn.fault = 'none'
})

const link = async (client = user) => (await client.call('getIntegration')).integration
type Change = Omit<RequestTo<'saveIntegration'>, 'type'>
const save = (change: Change, client = admin) =>
  client.attempt('saveIntegration', { type: 'sacmais', ...change })
const connect = async (client = admin) =>
  accepted(await save({ token: TOKEN, status: 'ENABLED' }, client)).body.integration
const isEnabled = async (client = user) => (await client.call('checkSacmais')).isEnabled

const REFUSED = { status: 422, body: { error: 'ERR_INTEGRATION_TOKEN' } }
const UNAVAILABLE = { status: 424, body: { error: 'ERR_INTEGRATION_UNAVAILABLE' } }
const DISCONNECTED = { status: 422, body: { error: 'ERR_INTEGRATION_DISABLED' } }
const NEVER = { status: 'DISABLED', updatedAt: null, connectedAt: null, kind: 'sacmais', token: null }

describe('the link to the platform', () => {
  test('the integration is disabled until an admin connects it with a valid token', async () => {
    expect([await link(), await isEnabled()]).toEqual([NEVER, false])
    expect(await user.attempt('listSacmaisTags')).toMatchObject(DISCONNECTED)
    expect(await save({ token: TOKEN, status: 'ENABLED' }, user)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    const connected = await connect()
    expect(connected).toMatchObject({ status: 'ENABLED', kind: 'sacmais', token: '••••1234' })
    expect(connected.connectedAt).not.toBeNull()
    expect([await link(), await isEnabled()]).toEqual([connected, true])
    standIn.fill('clientes', 2)
    expect(await user.call('listSacmaisTags')).toEqual({
      tags: [{ id: '1', name: 'clientes', color: '#1f9d55', contactsCount: 2 }],
    })
    const { queues } = await user.call('listSacmaisQueues')
    expect(queues.map(({ name }) => name)).toEqual(['Vendas', 'Suporte'])
  })

  test('an admin disables the integration, and its token is deleted', async () => {
    await connect()
    expect(await save({ status: 'DISABLED' }, user)).toMatchObject({ status: 403 })
    const { body } = accepted(await save({ status: 'DISABLED' }))
    expect(body.integration).toMatchObject({ status: 'DISABLED', connectedAt: null, token: null })
    expect(await isEnabled()).toBe(false)
    expect(await user.attempt('listSacmaisQueues')).toMatchObject(DISCONNECTED)
    const stored = JSON.stringify(await principals.tenant(company).get(keyIn('COMPANY', 'INTEGRATION')))
    expect(JSON.parse(stored)).toMatchObject({ sealed: null })
  })

  test('the integration’s token appears in no answer, row or audit entry', async () => {
    const connected = await connect()
    const rows = JSON.stringify(await principals.dump())
    expect(rows).toContain('integration.saveIntegration')
    expect(rows).not.toContain(TOKEN)
    expect(rows).not.toContain(Buffer.from(TOKEN).toString('base64'))
    expect(JSON.stringify(connected)).not.toContain(TOKEN)
  })

  test('each company has its own integration', async () => {
    await connect()
    const otherCompany = await principals.company()
    const other = await principals.signedIn(otherCompany)
    expect([await link(other), await isEnabled(other)]).toEqual([NEVER, false])
    expect(await other.attempt('listSacmaisTags')).toMatchObject(DISCONNECTED)
    // A token that was sealed for one company opens for no other.
    const key = keyIn<StoredIntegration>('COMPANY', 'INTEGRATION')
    const stolen = await principals.tenant(company).get(key)
    if (!stolen) throw new Error('No integration is stored')
    await principals.tenant(otherCompany).put(stolen)
    expect(await other.attempt('listSacmaisTags')).toMatchObject(REFUSED)
  })

  test('a refused token leaves the integration as it is', async () => {
    expect(await save({ token: 'outro-token', status: 'ENABLED' })).toMatchObject(REFUSED)
    expect(await link()).toMatchObject({ status: 'DISABLED', token: null })
    const connected = await connect()
    expect(await save({ token: 'outro-token', status: 'ENABLED' })).toMatchObject(REFUSED)
    expect(await link()).toEqual(connected)
  })

  test.each<Fault>(['status 500', 'garbage', 'redirect', 'too long', 'hung up'])(
    'a broken answer leaves the integration as it is: %s',
    async (fault) => {
      standIn.fault = fault
      expect(await save({ token: TOKEN, status: 'ENABLED' })).toMatchObject(UNAVAILABLE)
      expect(await link()).toMatchObject({ status: 'DISABLED', token: null })
    },
  )

  test('the integration is pending while connecting, for ten seconds at most', async () => {
    standIn.fault = 'silent'
    const connecting = save({ token: TOKEN, status: 'ENABLED' })
    await eventually('it is pending', async () => (await link()).status === 'PENDING')
    expect(await connecting).toMatchObject(UNAVAILABLE)
    expect(await link()).toMatchObject({ status: 'DISABLED' })
  })

  const isPause = ({ action, record }: Frame) => action === 'update' && Object(record).status === 'PAUSED'

  test('a token refused later pauses the integration, and browsers get the event', async () => {
    const { connectedAt } = await connect()
    const socket = await LiveSocket.open(user)
    standIn.tokens.delete(TOKEN)
    expect(await user.attempt('listSacmaisTags')).toMatchObject(REFUSED)
    const { record, channel } = await socket.frame('the pause', isPause)
    expect([channel, record]).toEqual([`company-${company}-integration`, await link()])
    expect(await link()).toMatchObject({ status: 'PAUSED', connectedAt })
    expect(await isEnabled()).toBe(false)
    expect(await user.attempt('listSacmaisTags')).toMatchObject(DISCONNECTED)
    standIn.tokens.add(TOKEN)
    expect(await connect()).toMatchObject({ status: 'ENABLED' })
    socket.close()
  })

  test.each([
    ['without a token', { status: 'ENABLED' }, 400, 'ERR_VALIDATION'],
    ['with a token that fits no header', { status: 'ENABLED', token: 'a\nb' }, 400, 'ERR_VALIDATION'],
    [
      'for another platform',
      { type: 'chatwoot', status: 'ENABLED', token: TOKEN },
      422,
      'ERR_INTEGRATION_UNCONFIGURED',
    ],
    ['for an unknown platform', { type: 'outra', status: 'ENABLED', token: TOKEN }, 400, 'ERR_VALIDATION'],
    ['with the status PAUSED', { status: 'PAUSED' }, 400, 'ERR_VALIDATION'],
  ])('the integration is not saved %s', async (_, change, status, error) => {
    expect(await admin.send('PUT', '/integrations', { type: 'sacmais', ...change })).toMatchObject({
      status,
      body: { error },
    })
    expect([await link(), standIn.asked]).toEqual([NEVER, []])
  })
})

describe('a campaign to a tag', () => {
  const campaign = (more: object = {}) => ({
    recipientsFrom: 'tag',
    name: 'Promoção',
    whatsappId: world.whatsappId,
    tagId: '1',
    message1: 'Olá',
    ...more,
  })
  const create = (more: object = {}, headers = {}) =>
    admin.send<CreatedCampaign & { error: string; details: { path: string; code: string }[] }>(
      ...(['POST', '/campaigns', campaign(more), headers] as const),
    )
  const campaigns = async () => (await admin.call('listCampaigns')).records
  const lists = async () => (await admin.call('listContactLists')).records
  const names = async () => [
    (await campaigns()).map(({ name }) => name),
    (await lists()).map(({ name, contactsCount }) => [name, contactsCount]),
  ]
  /** What the world has by itself. */
  const BEFORE = [['Promoção'], [['Clientes', 1]]]

  beforeEach(async () => {
    await connect()
  })

  test('a campaign with a tag and without a list is one to the tag', async () => {
    standIn.fill('clientes', 2)
    const bare = { recipientsFrom: undefined, contactListId: null }
    const reviewed = await admin.send('POST', '/campaigns/precheck', campaign(bare))
    expect(reviewed).toMatchObject({ status: 200, body: { recipients: 2 } })
    expect(await create(bare)).toMatchObject({ status: 201, body: { recipientsFrom: 'tag', tagId: '1' } })
  })

  test('a campaign to a tag of 1,234 contacts becomes three, after confirmation', async () => {
    standIn.fill('clientes', 1234)
    const asked = await create()
    expect(asked).toMatchObject({ status: 409, body: { error: 'ERR_TAG_SPLIT' } })
    expect(asked.body.details).toEqual([
      { path: 'contacts', code: '1234' },
      { path: 'parts', code: '3' },
    ])
    const reviewed = await admin.send('POST', '/campaigns/precheck', campaign())
    expect(reviewed).toMatchObject({ status: 200, body: { recipients: 1234, sendable: 1234, parts: 3 } })
    expect(await names()).toEqual(BEFORE)

    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const key = { 'idempotency-key': newId() }
    const made = await create({ confirmSplit: true, scheduledAt }, key)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'Promoção (1/3)',
      status: 'PROGRAMADA',
      recipientsFrom: 'tag',
      tagId: '1',
    })
    const again = await create({ confirmSplit: true, scheduledAt }, key)
    expect(again.body.partIds).toEqual(made.body.partIds)
    expect(await names()).toEqual([
      ['Promoção (1/3)', 'Promoção (2/3)', 'Promoção (3/3)', 'Promoção'],
      [
        ['Promoção (1/3)', 500],
        ['Promoção (2/3)', 500],
        ['Promoção (3/3)', 234],
        ['Clientes', 1],
      ],
    ])
    const parts = (await campaigns()).slice(0, 3)
    expect(parts.map(({ id }) => id)).toEqual(made.body.partIds)
    expect(parts.map(({ validContacts, status }) => [validContacts, status])).toEqual(
      [500, 500, 234].map((count) => [count, 'PROGRAMADA']),
    )
    const items = new Set<string>()
    for (const part of parts) {
      const contactListId = String(part.contactListId)
      const { contacts, count } = await admin.call('listContactListItems', { contactListId, pageNumber: 12 })
      for (const { number } of contacts) items.add(number)
      expect(count).toBeGreaterThan(233)
    }
    expect(items.size).toBe(20 + 20 + 14)
  })

  test('a campaign to a tag of 500 contacts is one, with its own list', async () => {
    standIn.fill('clientes', 500)
    const { status, body } = await create()
    expect([status, body.name, body.status, body.partIds]).toEqual([201, 'Promoção', 'INATIVA', [body.id]])
    const report = await admin.report(body.id)
    expect(report.contactList).toMatchObject({ name: 'Promoção', contactsCount: 500 })
  })

  test('a campaign to a tag has each person once, and skips contacts without a number', async () => {
    standIn.tags.set('clientes', [
      { name: 'Ana', number: '(11) 98765-0001', email: 'ana@exemplo.test' },
      { name: 'Ana de novo', number: '+55 11 98765-0001' },
      { name: '', number: '5511987650002', email: 'sem arroba' },
      { name: 'Sem número', number: '' },
      { name: 'Errado', number: '123' },
      { name: `${'N'.repeat(49)}😀`, number: '5511987650003' },
      { name: 'Eva', number: '+54 9 11 2345-6789' },
      { name: 'Eva sem o 9', number: '+54 11 2345-6789' },
    ])
    const { body } = await create()
    const { contacts } = await admin.call('listContactListItems', {
      contactListId: String(body.contactListId),
    })
    expect(contacts.map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Ana', '5511987650001', 'ana@exemplo.test'],
      ['5511987650002', '5511987650002', ''],
      [`${'N'.repeat(49)}😀`, '5511987650003', ''],
      ['Eva', '5491123456789', ''],
    ])
  })

  test('a campaign to a tag keeps its tag when edited and duplicated', async () => {
    standIn.fill('clientes', 2)
    const { body } = await create({ initTreatment: true, queueId: world.queueId })
    expect(body).toMatchObject({ tagId: '1', queueId: world.queueId, initTreatment: true })
    const change = { name: 'Outro nome', tagId: '1' }
    expect(await admin.call('updateCampaign', { campaignId: body.id, ...change })).toMatchObject(change)
    const copy = await admin.call('duplicateCampaign', { campaignId: body.id })
    expect(copy).toMatchObject({ recipientsFrom: 'tag', contactListId: body.contactListId })
  })

  test.each([
    ['no contact has the tag', '1', 0, 422, 'ERR_TAG_EMPTY'],
    ['the tag is unknown', '77', 1, 422, 'ERR_TAG_EMPTY'],
    ['too many contacts have the tag', '1', 10_001, 413, 'ERR_TAG_TOO_LARGE'],
  ])('a campaign to a tag is refused when %s', async (_, tagId, count, status, error) => {
    standIn.fill('clientes', count)
    expect(await create({ tagId, confirmSplit: true })).toMatchObject({ status, body: { error } })
    expect(await names()).toEqual(BEFORE)
  })

  test('a campaign to a tag is refused when the platform is down or refuses the token', async () => {
    standIn.fill('clientes', 600)
    standIn.fault = 'status 500'
    expect(await create({ confirmSplit: true })).toMatchObject(UNAVAILABLE)
    standIn.fault = 'none'
    standIn.tokens.delete(TOKEN)
    expect(await create({ confirmSplit: true })).toMatchObject(REFUSED)
    expect(await create({ confirmSplit: true })).toMatchObject(DISCONNECTED)
    expect(await names()).toEqual(BEFORE)
  })

  test.each([
    ['a tag', { tagId: null }, 400, 'ERR_VALIDATION'],
    ['a valid tag', { tagId: '../1' }, 400, 'ERR_VALIDATION'],
    ['contacts instead of groups', { type: 'GROUP' }, 400, 'ERR_VALIDATION'],
    ['a message', { message1: '' }, 400, 'ERR_CAMPAIGN_EMPTY'],
    ['a connection', { whatsappId: newId() }, 404, 'ERR_NO_WAPP_FOUND'],
    ['a queue of the company', { queueId: newId() }, 404, 'ERR_NO_QUEUE_FOUND'],
    ['a future schedule', { scheduledAt: '2020-01-01T12:00:00.000Z' }, 400, 'ERR_CAMPAIGN_SCHEDULE_PAST'],
  ])('a campaign to a tag needs %s', async (_, more, status, error) => {
    standIn.fill('clientes', 1)
    standIn.asked.splice(0)
    expect(await create(more)).toMatchObject({ status, body: { error } })
    expect(standIn.asked).toEqual([])
    expect(await names()).toEqual(BEFORE)
  })

  test('a campaign to a list needs a list', async () => {
    const wanted = campaign({ recipientsFrom: 'list', tagId: null })
    expect(await admin.send('POST', '/campaigns', wanted)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

describe('imported contacts', () => {
  const CSV = [
    'nome,numero,email',
    'Ana,11987651001,ana@exemplo.test',
    'Bia,11987651002,',
    'Cid,11987651003,',
  ]
  const imported = async (more: { syncSacmais?: boolean }, lines = CSV) => {
    const list = await admin.newList()
    const contactListId = list.id
    const file = new File([lines.join('\n')], 'contatos.csv')
    const { importId } = await admin.call('importContacts', { contactListId, file, ...more })
    const state = () => admin.call('getImport', { contactListId, importId })
    const ended = await eventually('the import ends', async () => {
      const now = await state()
      return now.finishedAt !== null && now
    })
    expect(ended).toMatchObject({ status: 'DONE', imported: lines.length - 1 })
    return { list, importId, state }
  }
  const over = (state: () => Promise<ContactImport>) =>
    eventually('the handover is over', async () => {
      const { sync } = await state()
      return (sync?.status === 'DONE' || sync?.status === 'STOPPED') && sync
    })

  test('imported contacts go to the platform on request, and refused ones are counted', async () => {
    await connect()
    standIn.refused.add('5511987651002')
    const socket = await LiveSocket.open(user)
    const { list, importId, state } = await imported({ syncSacmais: true })
    expect(await over(state)).toEqual({ status: 'DONE', synced: 2, failed: 1, error: null })
    expect(standIn.saved.map(({ name, number, email }) => [name, number, email]).sort()).toEqual([
      ['Ana', '5511987651001', 'ana@exemplo.test'],
      ['Cid', '5511987651003', ''],
    ])
    const frame = await socket.frame('how far it is', ({ action }) => action === 'synced')
    expect(frame).toMatchObject({
      channel: `company-${company}-ContactListItem-${list.id}`,
      importId,
      sync: { status: 'DONE' },
    })
    standIn.refused.clear()
    socket.close()
  })

  test('imported contacts go to the platform only on request, and only those of the import', async () => {
    await connect()
    const { state } = await imported({})
    expect((await state()).sync).toBeNull()
    const { list, state: second } = await imported({ syncSacmais: true })
    await over(second)
    expect(standIn.saved).toHaveLength(3)
    await admin.addContacts(list.id, ['5511987651009'])
    expect(standIn.saved).toHaveLength(3)
  })

  test('a large import reaches the platform completely', async () => {
    await connect()
    const lines = [
      'nome,numero',
      ...Array.from({ length: 230 }, (_, at) => `P${at},119870${String(10_000 + at)}`),
    ]
    const { state } = await imported({ syncSacmais: true }, lines)
    expect(await over(state)).toEqual({ status: 'DONE', synced: 230, failed: 0, error: null })
    expect(new Set(standIn.saved.map(({ number }) => number)).size).toBe(230)
  })

  test('imported contacts are in the list when the platform refuses the token or is not connected', async () => {
    const { list, state } = await imported({ syncSacmais: true })
    expect(await over(state)).toEqual({
      status: 'STOPPED',
      synced: 0,
      failed: 0,
      error: 'ERR_INTEGRATION_DISABLED',
    })
    expect((await admin.list(list.id)).contactsCount).toBe(3)
    await connect()
    standIn.tokens.delete(TOKEN)
    const second = await imported({ syncSacmais: true })
    expect(await over(second.state)).toMatchObject({ status: 'STOPPED', error: 'ERR_INTEGRATION_TOKEN' })
    expect(await link()).toMatchObject({ status: 'PAUSED' })
  })

  test('imported contacts wait for a platform that is down', async () => {
    await connect()
    standIn.fault = 'status 500'
    const { state } = await imported({ syncSacmais: true })
    await eventually('the platform was asked', async () => standIn.asked.includes('POST /api/contacts'))
    expect((await state()).sync).toMatchObject({ synced: 0, failed: 0, error: null })
    expect(['WAITING', 'RUNNING']).toContain((await state()).sync?.status)
  })
})
