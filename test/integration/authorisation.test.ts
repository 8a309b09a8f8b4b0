import { putAnnouncement } from '@recado/shared/announcements/store'
import { changeCampaign, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { changeConnection } from '@recado/shared/connections/store'
import type { Route } from '@recado/shared/http/contract'
import { platformTable } from '@recado/shared/table/platform'
import type { Row } from '@recado/shared/table/table'
import { userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ApiClient, refused } from '../support/api-client.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { idFieldsOf, routes, sampleOf, sent } from '../support/sample-requests.ts'
import { ownSystem } from '../support/test-system.ts'
import { partsOf, ranOut, signingKeyOf } from '../support/tokens.ts'
import { uploaded } from '../support/uploads.ts'
import { aWorld, unknownIds, type World } from '../support/worlds.ts'

/** A caller: their credentials, and the reason why a call is refused before its input is read. */
interface Caller {
  client: ApiClient
  profile?: 'admin' | 'user'
  campaigns?: boolean
  operator?: true
  refused?: { status: number; error: string }
}

const CALLERS = [
  'nobody',
  'somebody whose token has run out',
  'somebody whose session was replaced',
  'somebody whose company is switched off',
  'a user',
  'an admin',
  'an admin of another company',
  'an admin of a company without campaigns',
  'a user of a company without campaigns',
  'the operator of the platform',
] as const
type CallerName = (typeof CALLERS)[number]

const SIGNED_OUT = { status: 401, error: 'ERR_SESSION_EXPIRED' }
const REPLACED = { status: 401, error: 'ERR_SESSION_REPLACED' }
const TIMED_OUT = { status: 403, error: 'ERR_SESSION_EXPIRED' }
const NOT_PERMITTED = { status: 403, error: 'ERR_NO_PERMISSION' }

const { system, principals } = ownSystem()
let callers: Record<CallerName, Caller>
let world: World
let foreign: World
let admin: ApiClient
let otherAdmin: ApiClient

beforeAll(async () => {
  const [company, other, without, off] = [
    await principals.company(),
    await principals.company(),
    await principals.company({ campaignsEnabled: false }),
    await principals.company(),
  ]
  world = await aWorld(principals.tenant(company))
  foreign = await aWorld(principals.tenant(other))
  admin = await principals.signedIn(company)
  otherAdmin = await principals.signedIn(other)
  const key = await signingKeyOf(system)
  const replaced = await principals.person(company)
  const older = await principals.signIn(replaced)
  await principals.signIn(replaced)
  const switchedOff = await principals.signedIn(off)
  await principals.changeCompany(off, { status: false })
  callers = {
    nobody: { client: new ApiClient(system.origin), refused: SIGNED_OUT },
    'somebody whose token has run out': {
      client: new ApiClient(system.origin, ranOut(partsOf(admin.token ?? ''), key)),
      refused: TIMED_OUT,
    },
    'somebody whose session was replaced': { client: older, refused: REPLACED },
    'somebody whose company is switched off': { client: switchedOff, refused: SIGNED_OUT },
    'a user': {
      client: await principals.signedIn(company, { profile: 'user' }),
      profile: 'user',
      campaigns: true,
    },
    'an admin': { client: admin, profile: 'admin', campaigns: true },
    'an admin of another company': { client: otherAdmin, profile: 'admin', campaigns: true },
    'an admin of a company without campaigns': {
      client: await principals.signedIn(without),
      profile: 'admin',
      campaigns: false,
    },
    'a user of a company without campaigns': {
      client: await principals.signedIn(without, { profile: 'user' }),
      profile: 'user',
      campaigns: false,
    },
    'the operator of the platform': {
      client: await principals.signIn({ email: 'super@demo.test', password: 'recado-demo' }),
      profile: 'admin',
      campaigns: true,
      operator: true,
    },
  }
})

/** What a route's access says of a caller: why they are turned away, or nothing. */
function refusalOf({ access }: Route, { refused, profile, campaigns, operator }: Caller) {
  if (access === 'public') return undefined
  if (refused) return refused
  if (access.operator && !operator) return NOT_PERMITTED
  if (access.campaigns && !campaigns) return NOT_PERMITTED
  return access.permission && profile !== 'admin' ? NOT_PERMITTED : undefined
}

const named = routes.map((each) => [`${each.route.method} ${each.route.path}`, each] as const)

/** Fields that end in Id by which nothing is looked up: of a filter, and of what is refused to all but operators. */
const NOT_LOOKED_UP = [
  'userId of listAudit',
  'userId of exportAudit',
  'selectedCompanyId of updateUser',
  'userId of listTickets',
  'whatsappId of listTickets',
  'campaignId of listTickets',
  'userId of listKanban',
  'whatsappId of listKanban',
  'campaignId of listKanban',
  'contactId of listSchedules',
  'userId of listSchedules',
  'clientId of sendMessage',
  'clientId of sendChatMessage',
  'clientId of changeTicket',
  'queueId of listReplies',
  // They only choose among the tickets of a number.
  'queueId of listReportTickets',
  'userId of listReportTickets',
]

/** The name of what a live event tells of. */
const nameIn = ({ record }: Frame): unknown => Object(record).name

describe('who may call what', () => {
  test('every route has a sample request, and every kind of caller is tried', () => {
    for (const each of routes) expect(() => sampleOf(each, unknownIds()), each.name).not.toThrow()
    expect(routes.length).toBeGreaterThanOrEqual(35)
    expect(Object.keys(callers).sort()).toEqual([...CALLERS].sort())
  })

  describe.each(CALLERS)('%s', (name) => {
    test(`calls are refused as the route’s access says, and change nothing: ${name}`, async () => {
      const caller = callers[name]
      const watching = await LiveSocket.open(admin)
      // What is still on its way of what was done before comes first.
      await admin.newList('Antes')
      await watching.frame('of the list before', (frame) => nameIn(frame) === 'Antes')
      const earlier = watching.frames.length
      const before = await principals.dump()
      let refusals = 0
      for (const each of routes) {
        const refusal = refusalOf(each.route, caller)
        if (!refusal) continue
        refusals++
        const { status, body } = await sent(caller.client, each, sampleOf(each, world))
        expect({ call: each.name, status, ...Object(body) }).toMatchObject({ call: each.name, ...refusal })
      }
      expect(refusals).toBe(routes.filter(({ route }) => refusalOf(route, caller)).length)
      expect(changesBetween(before, await principals.dump())).toEqual([])
      await admin.newList('Agora sim')
      await watching.frame('of a list', (frame) => nameIn(frame) === 'Agora sim')
      // A connection that was made before tells of its QR code by itself, and sockets that closed of who has left.
      const told = watching.frames
        .slice(earlier)
        .filter(({ channel, action }) => !channel.endsWith('-whatsappSession') && action !== 'presence')
      expect(told.map(nameIn)).toEqual(['Agora sim'])
      watching.close()
    })

    test(`calls that the route’s access allows are not refused: ${name}`, async () => {
      const caller = callers[name]
      for (const each of routes) {
        if (each.route.access === 'public' || refusalOf(each.route, caller)) continue
        // About things that do not exist, so that nothing is done.
        const { status } = await sent(caller.client, each, sampleOf(each, unknownIds()))
        expect([401, 403], `${each.name}: ${status}`).not.toContain(status)
        expect(status, each.name).toBeLessThan(500)
      }
    })

    test(`public calls answer as they do without a session: ${name}`, async () => {
      const nobody = callers.nobody.client
      for (const each of routes.filter(({ route }) => route.access === 'public')) {
        if (each.name === 'login') continue
        const [theirs, nobodys] = [await sent(callers[name].client, each, {}), await sent(nobody, each, {})]
        expect([each.name, theirs.status, theirs.body]).toEqual([each.name, nobodys.status, nobodys.body])
      }
    })
  })
})

describe('the id of another company', () => {
  const fields = routes
    .flatMap((each) =>
      // Routes of operators refuse other callers before they look at an id.
      each.route.access === 'public' || each.route.access.operator
        ? []
        : idFieldsOf(each.route).map((field) => [`${field} of ${each.name}`, field, each] as const),
    )
    .filter(([name]) => !NOT_LOOKED_UP.includes(name))
  let before: Row[]

  beforeAll(async () => {
    before = await principals.dump()
  })

  test.each(fields)('another company’s id gets the answer of an unknown id: %s', async (_, field, each) => {
    const ours = sampleOf(each, world)
    const upload = field === 'uploadId' && (await uploaded(otherAdmin, csv()))
    const isOfBlocks = each.route.path.startsWith('/contact-blocks') && field === 'importId'
    const named = isOfBlocks ? 'blockImportId' : field === 'defaultQueueId' ? 'queueId' : field
    const theirs = upload || new Map(Object.entries(foreign)).get(named)
    const nobodys = upload ? '01ARZ3NDEKTSV4RRFFQ69G5FAV' : new Map(Object.entries(unknownIds())).get(named)
    expect(theirs).toBeDefined()
    const known = await sent(admin, each, { ...ours, [field]: theirs })
    const unknown = await sent(admin, each, { ...ours, [field]: nobodys })
    // An upload is no thing of its own yet: it is missing from the request, which is malformed without it.
    expect(known.status).toBe(upload ? 400 : 404)
    expect(known).toMatchObject({ status: unknown.status, body: Object(unknown.body) })
    expect(known.body).toEqual(unknown.body)
  })

  test('all fields that end in Id were tried, and no row changed', async () => {
    expect(fields.length).toBeGreaterThanOrEqual(30)
    const changes = changesBetween(before, await principals.dump())
    // That it was tried stands in the company's own trail, and counts; uploads of the other one stand in that one's, and
    // their answers are remembered.
    expect(changes.filter((at) => !/#(AUDIT|RATES|IDEMPOTENCY) /.test(at) && !endsByItself(at))).toEqual([])
  })

  /** The connection made above, with an unread QR code. */
  const endsByItself = (at: string) =>
    at.includes('#CONNECTIONS ') && !at.endsWith(world.whatsappId) && !at.endsWith(foreign.whatsappId)

  test.each([
    ['in small letters', (id: string) => id.toLowerCase()],
    ['cut short', (id: string) => id.slice(0, -1)],
    ['with more behind it', (id: string) => `${id}0`],
    ['behind the other company’s id', (id: string) => `${foreign.companyId}#CAMPAIGNS#${id}`],
    ['behind its partition', (id: string) => `CAMPAIGNS#${id}`],
    ['in a list', (id: string) => `${id},${world.campaignId}`],
  ])('another company’s id is refused when it is sent %s', async (_, change) => {
    for (const id of [world.campaignId, foreign.campaignId]) {
      const { status } = await admin.send('GET', `/campaigns/${encodeURIComponent(change(id))}`)
      expect([400, 404]).toContain(status)
    }
  })

  test('a list shows only rows of the caller’s company', async () => {
    for (const call of ['listCampaigns', 'listContactLists', 'allContactLists', 'listConnections'] as const) {
      const ours = JSON.stringify(await admin.call(call))
      const theirs = JSON.stringify(await otherAdmin.call(call))
      for (const id of [foreign.campaignId, foreign.contactListId, foreign.whatsappId, foreign.companyId])
        expect(ours, call).not.toContain(id)
      expect(theirs, call).not.toContain(world.companyId)
    }
  })

  test('a cursor of another company is refused', async () => {
    for (let list = 0; list < 21; list++) await otherAdmin.newList(`Lista ${list}`)
    const cursor = (await otherAdmin.call('listContactLists')).nextCursor ?? ''
    expect((await otherAdmin.attempt('listContactLists', { cursor })).status).toBe(200)
    expect(await admin.attempt('listContactLists', { cursor })).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })
})

describe('permitted calls', () => {
  const isOperators = ({ access }: Route) => access !== 'public' && access.operator === true

  test.each(named.filter(([, { route }]) => isOperators(route)))(
    'the operator can do %s',
    async (_, each) => {
      const { client } = callers['the operator of the platform']
      const uploadId = each.route.file ? await uploaded(client, png()) : 'NONE'
      const { status } = await sent(client, each, sampleOf(each, await aPlatformWorld(client), uploadId))
      expect(status).toBe(OTHER_SUCCESS.get(each.name) ?? each.route.status ?? 200)
    },
  )

  /** Calls that only read share theirs. */
  let ofReaders: Promise<World> | undefined
  const recordsFor = ({ method }: Route) => {
    if (method !== 'GET') return aWorld(principals.tenant(world.companyId))
    ofReaders ??= aWorld(principals.tenant(world.companyId))
    return ofReaders
  }

  test.each(named.filter(([, { route }]) => !isOperators(route)))(
    'an admin can do %s with records of the own company',
    async (_, each) => {
      const own = await recordsFor(each.route)
      await prepare(each.name, own)
      const takesFile = each.route.file !== undefined
      const uploadId = takesFile ? await uploaded(admin, csv()) : 'NONE'
      const { status } = await sent(admin, each, sampleOf(each, own, uploadId))
      expect(status).toBe(OTHER_SUCCESS.get(each.name) ?? each.route.status ?? 200)
    },
  )

  test('a removed role counts from the next call on', async () => {
    const table = principals.tenant(world.companyId)
    const person = await principals.person(world.companyId)
    const client = await principals.signIn(person)
    expect((await client.send('POST', '/whatsapp', {})).status).toBe(400)
    await table.update(userKey(person.id), { set: { profile: 'user' } })
    expect(await client.send('POST', '/whatsapp', {})).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    await table.delete(userKey(person.id))
    expect(await client.attempt('me')).toMatchObject({ status: 401 })
  })

  test('campaigns switched off for a company are refused from the next call on', async () => {
    const company = await principals.company()
    const client = await principals.signedIn(company)
    expect((await client.attempt('listCampaigns')).status).toBe(200)
    await principals.changeCompany(company, { campaignsEnabled: false })
    expect(await client.attempt('listCampaigns')).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
  })
})

/** Records for the operators' routes, made through the API. Routes about other records get unknown ids. */
async function aPlatformWorld(client: ApiClient): Promise<World> {
  const made = unknownIds()
  const create = async (name: string) => {
    const each = routes.find((one) => one.name === name)
    if (!each) throw new Error(`There is no call ${name}`)
    const { body } = await sent(client, each, sampleOf(each, made))
    return z.object({ id: z.string() }).parse(body).id
  }
  made.planId = await create('createPlan')
  made.instanceId = await create('createInstance')
  made.companyId = await create('createCompany')
  // That one's plan and instance are in use.
  made.planId = await create('createPlan')
  made.instanceId = await create('createInstance')
  made.helpId = await create('createHelp')
  made.announcementId = await create('createAnnouncement')
  return made
}

/** What a call needs to have been done before. */
async function prepare(
  call: string,
  { companyId, campaignId, announcementId, whatsappId }: World,
): Promise<void> {
  if (call === 'getAnnouncement') return announce(announcementId)
  if (call === 'sendMessage') {
    await changeConnection(principals.tenant(companyId), whatsappId, { status: 'CONNECTED' })
    return
  }
  const states: Record<string, Partial<StoredCampaign>> = {
    cancelCampaign: { status: 'EM_ANDAMENTO' },
    restartCampaign: { status: 'CANCELADA' },
    pauseCampaign: { status: 'EM_ANDAMENTO' },
    resumeCampaign: { status: 'EM_ANDAMENTO', pausedAt: new Date().toISOString(), pauseReason: 'person' },
    resendAllFailed: { status: 'FINALIZADA' },
  }
  const state = states[call]
  if (!state) return
  const table = principals.tenant(companyId)
  const campaign = await getCampaign(table, campaignId)
  if (campaign) await changeCampaign(table, campaign, state)
}

/** Something that everybody may read. */
function announce(id: string): Promise<void> {
  const at = new Date().toISOString()
  const words = { title: 'Manutenção', text: 'Domingo às 3h', priority: 3 as const, status: true }
  const rest = { mediaName: null, mediaPath: null, createdAt: at, updatedAt: at, version: 1 }
  return putAnnouncement(platformTable(principals.table), { id, ...words, ...rest })
}

/**
 * Calls that a signed-in caller with every right still cannot make here, with the answer they get. They need a password,
 * a code, a link, an invitation, a refresh cookie, a phone, a running or recent import, a failed recipient, or a company
 * that is archived or being deleted.
 */
const OTHER_SUCCESS = new Map([
  // The ticket is no group's.
  ['changeGroup', 409],
  // The message is a text, and its ticket waits.
  ['getMessageMedia', 404],
  ['reactToMessage', 409],
  ['editMessage', 409],
  ['deleteMessage', 409],
  ['retryMessage', 409],
  ['forwardMessages', 409],
  // Conversations of others answer 404, and an admin is in none of these.
  ['getChat', 404],
  ['updateChat', 404],
  ['leaveChat', 404],
  ['readChat', 404],
  ['listChatMessages', 404],
  ['sendChatMessage', 404],
  ['editChatMessage', 404],
  ['deleteChatMessage', 404],
  ['getChatMedia', 404],
  ['syncGroups', 404],
  ['cancelImport', 409],
  ['cancelContactBlockImport', 409],
  ['cancelContactsImport', 409],
  ['refusedRows', 404],
  ['refusedContactBlockRows', 404],
  ['refusedContactsRows', 404],
  ['testConnection', 424],
  ['testCampaign', 409],
  ['resendAllFailed', 422],
  ['deleteCompany', 409],
  ['getCompanyDeletion', 404],
  ['login', 401],
  ['takeHandover', 401],
  ['signUp', 403],
  ['resetPassword', 403],
  ['stopNoticeMails', 403],
  ['confirmTotp', 422],
  ['endTotp', 422],
  ['refreshToken', 401],
  // No platform is connected.
  ['listSacmaisTags', 422],
  ['listSacmaisQueues', 422],
])

/** The beginning of an image: as much as is looked at. */
const png = () =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])

const csv = () => new TextEncoder().encode('nome,numero\nMaria,5511912340001\n')

/** The rows that are not the same any more, by their keys. */
function changesBetween(before: Row[], after: Row[]): string[] {
  // The emulator gives the fields of an object in whatever order.
  const sorted = (_: string, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value
  const textOf = (rows: Row[]) =>
    new Map(rows.map((row) => [`${row.pk} ${row.sk}`, JSON.stringify(row, sorted)]))
  const [was, is] = [textOf(before), textOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((at) => was.get(at) !== is.get(at))
}
