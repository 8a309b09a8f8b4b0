import type { SocketRow } from '@recado/functions/realtime/sockets'
import { putSession } from '@recado/shared/sessions/store'
import { keyIn } from '@recado/shared/table/table'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type ApiClient, refused } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let operator: ApiClient
let platform: string
/** A customer, with its own admin. */
let company: string
let admin: ApiClient

beforeAll(async () => {
  operator = await principals.operator()
  platform = (await operator.call('me')).companyId
  company = await principals.company()
  admin = await principals.signedIn(company)
})

const SUPPORT = { reason: 'Chamado 4711', minutes: 30, mayChange: false }

const grant = (
  person: Person,
  support: typeof SUPPORT | null,
  selectedCompanyId: string | null = company,
  by = operator,
) =>
  by.attempt('updateUser', {
    userId: person.id,
    name: person.name,
    email: person.email,
    selectedCompanyId,
    ...(support && { support }),
  })

/** An operator with support access to the company. */
async function aHelper(support: Partial<typeof SUPPORT> = {}, profile: 'admin' | 'user' = 'admin') {
  const person = await principals.person(platform, { profile })
  const client = await principals.signIn(person)
  expect((await grant(person, { ...SUPPORT, ...support })).status).toBe(200)
  return { person, client }
}

/** What a live event of a connection carries. */
const written = z.object({ record: z.object({ id: z.string(), name: z.string(), qrcode: z.string() }) })
const codeIn = (frame: Frame) => written.safeParse(frame).data?.record.qrcode || undefined
const nameIn = (frame: Frame) => written.safeParse(frame).data?.record.name

const trailOf = async (client: ApiClient, domain: string) =>
  (await client.call('listAudit', { domain })).records

/** Ends the time of a support access. */
async function runOut(userId: string): Promise<void> {
  const until = new Date(Date.now() - 1).toISOString()
  const support = { companyId: company, until, reason: 'x', mayChange: false }
  await principals.tenant(platform).update(userKey(userId), { set: { support } })
}

describe('access for support', () => {
  test('support access lets a platform user work in a company, and its trail shows it', async () => {
    const { person, client } = await aHelper()
    const me = await client.call('me')
    expect(me).toMatchObject({
      id: person.id,
      companyId: company,
      company: { id: company, name: `Empresa ${company}` },
    })
    expect(me.support).toMatchObject({ companyId: company, reason: 'Chamado 4711', mayChange: false })
    const minutes = (Date.parse(me.support?.until ?? '') - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(30)
    const list = await admin.newList('Da empresa')
    expect((await client.attempt('getContactList', { contactListId: list.id })).status).toBe(200)
    const [entry] = await trailOf(admin, 'users')
    expect(entry).toMatchObject({
      action: 'users.supportGranted',
      target: person.id,
      targetName: person.name,
      reason: 'Chamado 4711',
      until: expect.stringMatching(/^\d{4}-/),
      refused: null,
      who: { name: 'Operadora da Plataforma', support: true },
    })
    // A new sign-in leads there as well, and stands there.
    const again = await principals.signIn(person)
    expect(await again.call('me')).toMatchObject({ companyId: company })
    expect((await trailOf(admin, 'sessions'))[0]).toMatchObject({
      action: 'sessions.login',
      who: { id: person.id, support: true },
    })
  })

  test('support access is read-only by default', async () => {
    const { client } = await aHelper()
    const readOnly = refused(403, 'ERR_SUPPORT_READ_ONLY')
    expect(await client.attempt('createContactList', { name: 'Minha' })).toMatchObject(readOnly)
    expect(await client.attempt('createUser', { name: 'Eu', email: 'eu@exemplo.test' })).toMatchObject(
      readOnly,
    )
    const names = await admin.call('allContactLists')
    expect(names.map(({ name }) => name)).not.toContain('Minha')
  })

  test('support access with change rights writes to no customer, a scheduled message included', async () => {
    const { client } = await aHelper({ mayChange: true })
    const { id: contactId } = await admin.call('createContact', { name: 'Rita', number: '5511944440001' })
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const wanted = { contactId, sendAt, body: 'Olá' }
    expect(await client.attempt('createSchedule', wanted)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect((await admin.call('listSchedules', {})).records).toEqual([])
  })

  test('support access with change rights is recorded in the company’s trail', async () => {
    const { person, client } = await aHelper({ mayChange: true })
    const list = await client.newList('Feita pelo suporte')
    expect((await admin.attempt('getContactList', { contactListId: list.id })).status).toBe(200)
    const [entry] = await trailOf(admin, 'contact-lists')
    expect(entry).toMatchObject({
      action: 'contact-lists.createContactList',
      targetName: 'Feita pelo suporte',
      refused: null,
      who: { id: person.id, name: person.name, support: true },
    })
    expect(await trailOf(operator, 'contact-lists')).toEqual([])
  })

  test('support access shows no QR code and no pairing code', async () => {
    const user = await principals.signedIn(company, { profile: 'user' })
    const { client: reader } = await aHelper()
    const { client: changer } = await aHelper({ mayChange: true })
    const ears = await LiveSocket.open(admin)
    const others = await Promise.all([user, reader, changer].map((client) => LiveSocket.open(client)))
    const { id } = await admin.call('createConnection', { name: 'Loja' })
    const shown = written.parse(
      await ears.frame('the QR code for an admin', (frame) => codeIn(frame) !== undefined),
    )
    expect(shown.record.id).toBe(id)
    const own = await admin.connection(id)
    expect(own.qrcode).not.toBe('')
    for (const client of [user, reader, changer]) {
      const one = await client.connection(id)
      expect(one).toMatchObject({ id, status: 'qrcode', qrcode: '' })
      const list = await client.call('listConnections')
      expect(list.find((each) => each.id === id)).toMatchObject({ qrcode: '' })
    }
    const code = { number: '5511900000321' }
    expect(await changer.attempt('requestPairingCode', { whatsappId: id, ...code })).toMatchObject(
      refused(403, 'ERR_SUPPORT_NO_LINKING'),
    )
    const renamed = await changer.call('updateConnection', { whatsappId: id, name: 'Outro nome' })
    expect(renamed.qrcode).toBe('')
    for (const socket of others) {
      await socket.frame('the new name', (frame) => nameIn(frame) === 'Outro nome')
      expect(socket.frames.filter((frame) => codeIn(frame) !== undefined)).toEqual([])
    }
    await admin.call('deleteConnection', { whatsappId: id })
  })

  test('support access cannot change users, invitations, passwords or two-step sign-in', async () => {
    const { person, client } = await aHelper({ mayChange: true })
    const user = await principals.person(company, { profile: 'user' })
    const noUsers = refused(403, 'ERR_SUPPORT_NO_USERS')
    const mine = { name: person.name, email: person.email }
    const theirs = { name: user.name, email: user.email }
    const PASSWORD = 'outra senha boa'
    const [me, them] = [
      { userId: person.id, ...mine },
      { userId: user.id, ...theirs },
    ]
    const answers = [
      await client.attempt('createUser', { name: 'Ana Souza', email: 'nova-do-suporte@exemplo.test' }),
      await client.attempt('createInvitation', { profile: 'admin' }),
      await client.attempt('updateUser', { ...them, password: PASSWORD }),
      await client.attempt('updateUser', { ...them, email: 'meu@exemplo.test' }),
      await client.attempt('updateUser', { ...them, profile: 'admin' }),
      await client.attempt('updateUser', { ...them, totp: false }),
      await client.attempt('updateUser', { ...me, password: PASSWORD, currentPassword: person.password }),
      await client.attempt('deleteUser', { userId: user.id }),
      await client.attempt('beginTotp'),
      await client.attempt('confirmTotp', { code: '000000', currentPassword: person.password }),
    ]
    for (const [at, answer] of answers.entries()) expect(answer, `answer ${at}`).toMatchObject(noUsers)
    const { users } = await admin.call('listUsers')
    expect(users.find(({ id }) => id === user.id)).toMatchObject({ ...theirs, profile: 'user' })
    expect(users.map(({ email }) => email)).not.toContain('nova-do-suporte@exemplo.test')
    expect(await admin.call('listInvitations')).toEqual([])
    // What else was granted goes on.
    expect((await client.attempt('createTag', { name: 'Do suporte', color: '#123456' })).status).toBe(201)
  })

  test('support access has the rights of the helper’s own profile', async () => {
    const { client } = await aHelper({ mayChange: true }, 'user')
    expect(await client.attempt('listUsers')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  })

  test('support access ends by itself when its time is over', async () => {
    const { person, client } = await aHelper()
    await runOut(person.id)
    expect(await client.call('me')).toMatchObject({ companyId: platform, support: null })
    expect(await operator.call('getUser', { userId: person.id })).toMatchObject({ selectedCompanyId: null })
  })

  test('support access is ended by an operator or by its user', async () => {
    const first = await aHelper()
    expect((await grant(first.person, null, null)).status).toBe(200)
    expect(await first.client.call('me')).toMatchObject({ companyId: platform, support: null })
    expect((await trailOf(admin, 'users'))[0]).toMatchObject({ action: 'users.supportEnded' })
    const second = await aHelper()
    expect((await second.client.attempt('endSupport')).status).toBe(204)
    expect(await second.client.call('me')).toMatchObject({ companyId: platform, support: null })
    expect((await trailOf(admin, 'sessions'))[0]).toMatchObject({
      action: 'sessions.endSupport',
      who: { id: second.person.id, support: true },
    })
    // Nothing to end is no failure.
    expect((await second.client.attempt('endSupport')).status).toBe(204)
  })

  test('a call meant for another company is refused after support access begins or ends', async () => {
    const { client } = await aHelper({ mayChange: true })
    const create = (name: string, meant: string) =>
      client.attempt('createContactList', { name }, { 'x-company': meant })
    expect(await create('No lugar errado', platform)).toMatchObject(refused(409, 'ERR_COMPANY_CHANGED'))
    expect((await create('No lugar certo', company)).status).toBe(201)
    await client.call('endSupport')
    expect(await create('Tarde demais', company)).toMatchObject(refused(409, 'ERR_COMPANY_CHANGED'))
    const names = JSON.stringify([await admin.call('allContactLists'), await client.call('allContactLists')])
    expect(names).toContain('No lugar certo')
    expect(names).not.toMatch(/No lugar errado|Tarde demais/)
  })

  test('an operator may grant support access to themselves', async () => {
    const person = await principals.person(platform, { isSuper: true })
    const client = await principals.signIn(person)
    expect((await grant(person, SUPPORT, company, client)).status).toBe(200)
    expect(await client.call('me')).toMatchObject({ companyId: company, super: true })
    await client.call('endSupport')
  })

  test('only operators grant support access, only to platform users, for an hour at most, with a reason', async () => {
    const helper = await principals.person(platform)
    const colleague = await principals.signedIn(platform)
    const denied = refused(403, 'ERR_NO_PERMISSION')
    expect(await grant(helper, SUPPORT, company, colleague)).toMatchObject(denied)
    const customer = await principals.person(company)
    expect(await grant(customer, SUPPORT, platform, admin)).toMatchObject(denied)
    expect(await grant(customer, SUPPORT, platform)).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'))
    for (const wrong of [{ minutes: 61 }, { minutes: 0 }, { reason: 'ok' }, { reason: 'x'.repeat(201) }])
      expect(await grant(helper, { ...SUPPORT, ...wrong })).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect(await grant(helper, null)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect(await grant(helper, SUPPORT, platform)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    for (const nobodys of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'INDEX', 'PLATFORM'])
      expect(await grant(helper, SUPPORT, nobodys)).toMatchObject(refused(404, 'ERR_NO_COMPANY_FOUND'))
    expect(await operator.call('getUser', { userId: helper.id })).toMatchObject({ selectedCompanyId: null })
  })

  test('a user inside a company cannot grant support access', async () => {
    const person = await principals.person(platform, { isSuper: true })
    const client = await principals.signIn(person)
    await grant(person, { ...SUPPORT, mayChange: true }, company, client)
    const customer = await principals.person(company)
    const other = await principals.company()
    expect(await grant(customer, SUPPORT, other, client)).toMatchObject(refused(403, 'ERR_SUPPORT_NO_USERS'))
    await client.call('endSupport')
  })

  test('support access saved again stays as it is', async () => {
    const { person } = await aHelper()
    const before = await principals.tenant(platform).get<StoredUser>(userKey(person.id))
    expect(await grant(person, null)).toMatchObject({ status: 200, body: { selectedCompanyId: company } })
    expect(await principals.tenant(platform).get(userKey(person.id))).toMatchObject({
      support: before?.support,
    })
  })
})

describe('the live socket of an operator in support', () => {
  test('a support user’s socket gets the company’s events until the access ends', async () => {
    const { person, client } = await aHelper()
    const inside = await LiveSocket.open(client)
    const first = await admin.newList('Ouvida')
    await inside.frame('of the list', ({ record }) => Object(record).id === first.id)
    await grant(person, null, null)
    const told = await inside.frame('that the access has ended', ({ action }) => action === 'support')
    expect(told).toEqual({ channel: `company-${company}-user`, action: 'support' })
    await eventually('the socket is closed', async () => inside.isClosed)
    await admin.newList('Não ouvida')
    expect(JSON.stringify(inside.frames)).not.toContain('Não ouvida')
  })

  test('a support user’s socket gets no events after the access expires', async () => {
    const { person, client } = await aHelper()
    const inside = await LiveSocket.open(client)
    await runOut(person.id)
    await admin.newList('Depois da hora')
    await inside.frame('that the access has ended', ({ action }) => action === 'support')
    await eventually('the socket is closed', async () => inside.isClosed)
    expect(JSON.stringify(inside.frames)).not.toContain('Depois da hora')
  })

  test('a support user’s socket is closed when their session is replaced', async () => {
    const { person, client } = await aHelper()
    const inside = await LiveSocket.open(client)
    await principals.signIn(person)
    await admin.newList('Para ninguém')
    await eventually('the socket is closed', async () => inside.isClosed)
    expect(JSON.stringify(inside.frames)).not.toContain('Para ninguém')
  })

  test('a platform user’s socket is told of new support access', async () => {
    const person = await principals.person(platform)
    const home = await LiveSocket.open(await principals.signIn(person))
    await grant(person, SUPPORT)
    await home.frame(
      'that access was given',
      ({ action, channel }) => action === 'support' && channel === `company-${platform}-user`,
    )
    home.close()
  })
})

describe('a session that ends', () => {
  test('signing out closes the sockets of support access', async () => {
    const { person, client } = await aHelper()
    const there = await LiveSocket.open(client)
    await principals.signIn(person)
    const told = await there.frame('that it was replaced', ({ action }) => action === 'replaced')
    expect(told.channel).toBe(`company-${company}-user`)
    await eventually('it is closed', async () => there.isClosed)
  })

  test('an event that finds a replaced session tells its browser why it ends', async () => {
    const { person, client } = await aHelper()
    const there = await LiveSocket.open(client)
    const another = { userId: person.id, sid: 'another', companyVersion: 0 }
    await putSession(principals.tenant(platform), another, Date.now())
    await admin.newList('Um evento qualquer')
    await there.frame('that it was replaced', ({ action }) => action === 'replaced')
    await eventually('it is closed', async () => there.isClosed)
  })
})

describe('presence', () => {
  const shown = (id: string) => admin.call('getUser', { userId: id })

  test('a user is online while a browser is connected', async () => {
    const person = await principals.person(company, { profile: 'user' })
    const client = await principals.signIn(person)
    expect(await shown(person.id)).toMatchObject({ online: false, lastSeenAt: null })
    const ears = await LiveSocket.open(admin)
    const [one, other] = [await LiveSocket.open(client), await LiveSocket.open(client)]
    one.say('{"action":"userStatus"}')
    const told = await ears.frame(
      'that somebody is there',
      ({ action, id }) => action === 'presence' && id === person.id,
    )
    expect(told).toMatchObject({ channel: `company-${company}-user`, online: true })
    expect(await shown(person.id)).toMatchObject({ online: true, lastSeenAt: told.lastSeenAt })
    one.close()
    await eventually('one socket less', async () => {
      const rows = (await principals.dump()).filter(
        (row) => row.pk === `${company}#SOCKETS` && row.userId === person.id,
      )
      return rows.length === 1
    })
    expect(await shown(person.id)).toMatchObject({ online: true })
    other.close()
    await ears.frame(
      'that nobody is there',
      ({ action, id, online }) => action === 'presence' && id === person.id && online === false,
    )
    expect(await shown(person.id)).toMatchObject({ online: false, lastSeenAt: told.lastSeenAt })
    ears.close()
  })

  test('a user with a silent browser goes offline', async () => {
    const person = await principals.person(company, { profile: 'user' })
    const live = await LiveSocket.open(await principals.signIn(person))
    expect(await shown(person.id)).toMatchObject({ online: true })
    const rows = (await principals.dump()).filter(
      (row) => row.pk === `${company}#SOCKETS` && row.userId === person.id,
    )
    await principals
      .tenant(company)
      .update(keyIn<SocketRow>('SOCKETS', rows[0]?.sk ?? ''), { set: { openedAt: Date.now() - 12 * 60_000 } })
    expect(await shown(person.id)).toMatchObject({ online: false })
    live.close()
  })

  test('presence does not bring back a deleted user', async () => {
    const person = await principals.person(company, { profile: 'user' })
    const live = await LiveSocket.open(await principals.signIn(person))
    await admin.call('deleteUser', { userId: person.id })
    live.say('{"action":"userStatus"}')
    await eventually('the socket is closed', async () => live.isClosed)
    expect(await admin.attempt('getUser', { userId: person.id })).toMatchObject(
      refused(404, 'ERR_NO_USER_FOUND'),
    )
  })
})
