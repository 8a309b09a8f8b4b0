import { emailIndex } from '@recado/shared/table/indexes'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aColor } from '../support/builders.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { mailTo, tokenIn } from '../support/mailbox.ts'
import { PASSWORD, People } from '../support/people.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
const people = new People(system, principals)
let operator: ApiClient

beforeAll(async () => {
  operator = await principals.operator()
})

const INVALID = 'ERR_INVALID_CREDENTIALS'

/** A new user as an operator creates them in another company: a link to choose the password is mailed. */
const withoutPassword = () => ({ name: 'Ana Souza', email: people.anEmail() })

describe('users', () => {
  test('an admin creates, searches, changes and deletes a user, and browsers get the events', async () => {
    const { companyId, admin, person } = await people.aCompanyWithAdmin()
    const ears = await LiveSocket.open(admin)
    const queue = await admin.call('createTicketQueue', { name: 'Vendas', color: aColor() })
    const mark = Date.now()
    const input = {
      ...people.someone(),
      email: `  MARIA${mark}@Exemplo.Test `,
      profile: 'user' as const,
      queueIds: [queue.id],
    }
    const created = await admin.call('createUser', input)
    const { id } = created
    expect(created).toEqual({
      id,
      name: 'Ana Souza',
      mailProblem: null,
      email: `maria${mark}@exemplo.test`,
      profile: 'user',
      super: false,
      companyId,
      queueIds: [queue.id],
      queues: [{ id: queue.id, name: queue.name, color: queue.color }],
      online: false,
      lastSeenAt: null,
      totp: false,
      selectedCompanyId: null,
      createdAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(await admin.call('getUser', { userId: id })).toEqual(created)
    const list = await admin.call('listUsers')
    expect(list).toMatchObject({ count: 2, hasMore: false, nextCursor: null })
    expect(list.users.map((user) => user.id)).toEqual([id, person.id])
    for (const searched of ['ana so', `MARIA${mark}@`, 'souza'])
      expect((await admin.call('listUsers', { searchParam: searched })).users).toHaveLength(1)
    expect((await admin.call('listUsers', { searchParam: 'ninguem' })).count).toBe(0)

    const change = { name: 'Ana Lima', email: people.anEmail(), profile: 'admin' as const, queueIds: [] }
    expect(await admin.call('updateUser', { userId: id, ...change })).toMatchObject({ ...change, queues: [] })
    expect((await admin.attempt('deleteUser', { userId: id })).status).toBe(204)
    expect(await admin.attempt('getUser', { userId: id })).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'))
    const { frames } = ears
    // Events may overtake each other (ADR 27).
    for (const action of ['create', 'update', 'delete'] as const)
      await ears.frame(`of the ${action}`, isAbout(id, action))
    const heard = frames.filter(({ channel }) => channel === `company-${companyId}-user`)
    expect(heard.map(({ action }) => action).toSorted()).toEqual(['create', 'delete', 'update'])
    expect(JSON.stringify(frames)).not.toMatch(/argon2|password/)
    ears.close()
    // Another user may take the e-mail now.
    expect((await admin.attempt('createUser', { ...people.someone(), email: change.email })).status).toBe(201)
  })

  test('a new user is an admin by default, and never an operator', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const user = await admin.call('createUser', people.someone())
    expect(user).toMatchObject({ profile: 'admin', super: false })
    for (const body of [
      { ...people.someone(), super: true },
      { ...people.someone(), passwordHash: 'x' },
    ]) {
      const invalid = refused(400, 'ERR_VALIDATION')
      expect(await admin.send('POST', '/users', body)).toMatchObject(invalid)
      expect(await admin.send('PUT', `/users/${user.id}`, body)).toMatchObject(invalid)
    }
  })

  test.each([
    ['name', 'A'],
    ['name', 'A'.repeat(51)],
    ['email', 'ana'],
    ['password', '1234'],
    ['password', '1'.repeat(51)],
    ['profile', 'super'],
  ])('a user with a wrong %s is refused: %s', async (field, value) => {
    const { admin } = await people.aCompanyWithAdmin()
    const answer = await admin.send('POST', '/users', { ...people.someone(), [field]: value })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: field }] },
    })
  })

  test('users come in pages of twenty', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    for (let number = 0; number < 24; number++) await principals.person(companyId, { profile: 'user' })
    const first = await admin.call('listUsers')
    expect(first).toMatchObject({ count: 25, hasMore: true })
    const rest = await admin.call('listUsers', { cursor: first.nextCursor ?? '' })
    expect(rest.hasMore).toBe(false)
    const ids = [...first.users, ...rest.users].map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
    const bare = await admin.call('allUsers')
    expect(bare).toHaveLength(25)
    expect(Object.keys(bare[0] ?? {}).sort()).toEqual(['email', 'id', 'name', 'profile'])
  })

  test('a user’s e-mail is unique on the platform, and free after a change', async () => {
    const one = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    const taken = refused(409, 'ERR_DUPLICATED_EMAIL')
    const email = one.person.email.toUpperCase()
    expect(await other.admin.attempt('createUser', { ...people.someone(), email })).toMatchObject(taken)
    const user = await other.admin.call('createUser', people.someone())
    expect(await other.admin.attempt('updateUser', { userId: user.id, name: 'Ana', email })).toMatchObject(
      taken,
    )
    const fresh = people.anEmail()
    await other.admin.call('updateUser', { userId: user.id, name: 'Ana', email: fresh })
    expect(await principals.table.get(emailIndex.key(user.email))).toBeUndefined()
    expect((await one.admin.attempt('createUser', { ...people.someone(), email: user.email })).status).toBe(
      201,
    )
    expect((await principals.signIn({ email: fresh, password: PASSWORD })).token).toBeDefined()
  })

  test('of four users with one e-mail created at once one succeeds', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const body = people.someone()
    const answers = await Promise.all([
      ...[one, other, one, other].map(({ admin }) => admin.attempt('createUser', body)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('a user without a password gets a mail to choose one', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const { password: _, ...body } = people.someone()
    await admin.call('createUser', body)
    const letter = await mailTo(system.origin, body.email)
    expect(letter.subject).toBe('Recado: seu acesso')
    const nobody = new ApiClient(system.origin)
    expect(
      (await nobody.attempt('resetPassword', { token: tokenIn(letter), password: PASSWORD })).status,
    ).toBe(204)
    expect((await principals.signIn({ email: body.email, password: PASSWORD })).token).toBeDefined()
  })

  test('a user loses a deleted queue, and cannot get another company’s queue', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    const queue = await admin.call('createTicketQueue', { name: 'Vendas', color: aColor() })
    const someone = people.someone()
    const user = await admin.call('createUser', { ...someone, queueIds: [queue.id] })
    const foreign = await other.admin.attempt('createUser', { ...people.someone(), queueIds: [queue.id] })
    expect(foreign).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
    await admin.call('deleteTicketQueue', { queueId: queue.id })
    expect(await admin.call('getUser', { userId: user.id })).toMatchObject({ queueIds: [], queues: [] })
    // Saved as it is shown, or with what it had before.
    const { name, email } = user
    const saved = async (client: ApiClient, queueIds: string[]) =>
      (await client.attempt('updateUser', { userId: user.id, name, email, queueIds })).status
    expect(await saved(admin, [queue.id])).toBe(200)
    expect(await saved(await principals.signIn(someone), [])).toBe(200)
    expect(await saved(admin, [])).toBe(200)
  })
})

describe('an ordinary user', () => {
  test('an ordinary user sees and changes only their own record', async () => {
    const { companyId, person: chief } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const denied = refused(403, 'ERR_NO_PERMISSION')
    expect(await client.call('getUser', { userId: person.id })).toMatchObject({ email: person.email })
    const others = { userId: chief.id }
    const answers = {
      listUsers: await client.attempt('listUsers'),
      allUsers: await client.attempt('allUsers'),
      createUser: await client.attempt('createUser', people.someone()),
      getUser: await client.attempt('getUser', others),
      updateUser: await client.attempt('updateUser', { ...others, name: 'Eu', email: people.anEmail() }),
      deleteUser: await client.attempt('deleteUser', others),
      createInvitation: await client.attempt('createInvitation'),
      listInvitations: await client.attempt('listInvitations'),
      deleteInvitation: await client.attempt('deleteInvitation', { invitationId: 'NONE' }),
    }
    for (const [call, answer] of Object.entries(answers)) expect(answer, call).toMatchObject(denied)
    const { email } = person
    const change = (more: Partial<RequestTo<'updateUser'>>) =>
      client.attempt('updateUser', { userId: person.id, name: 'Eu', email, ...more })
    expect(await change({ name: 'Outro nome' })).toMatchObject({ status: 200, body: { name: 'Outro nome' } })
    // What is sent as it is changes nothing.
    expect((await change({ profile: 'user', queueIds: [] })).status).toBe(200)
    expect(await change({ profile: 'admin' })).toMatchObject(denied)
    expect(await change({ queueIds: ['NONE'] })).toMatchObject(denied)
    expect(await change({ selectedCompanyId: null })).toMatchObject({ status: 200 })
    const support = { reason: 'Quero entrar', minutes: 60, mayChange: true }
    expect(await change({ selectedCompanyId: companyId, support })).toMatchObject(denied)
  })

  test('an ordinary user needs the current password to change password or e-mail, with limited attempts', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const { name, email } = person
    const own = { userId: person.id, name, email }
    const wrong = refused(422, 'ERR_WRONG_PASSWORD')
    expect(await client.attempt('updateUser', { ...own, password: 'outra senha' })).toMatchObject(wrong)
    expect(await client.attempt('updateUser', { ...own, email: people.anEmail() })).toMatchObject(wrong)
    const given = { currentPassword: person.password, password: 'outra senha' }
    expect((await client.attempt('updateUser', { ...own, ...given })).status).toBe(200)
    // The own session goes on, and the old password is none any more.
    expect((await client.attempt('me')).status).toBe(200)
    await expect(principals.signIn({ email, password: person.password })).rejects.toThrow(INVALID)
    const again = await principals.signIn({ email, password: 'outra senha' })
    for (let guess = 0; guess < 3; guess++)
      expect(await again.attempt('updateUser', { ...own, ...given, currentPassword: 'x' })).toMatchObject(
        wrong,
      )
    expect(await again.attempt('updateUser', { ...own, ...given })).toMatchObject(
      refused(429, 'ERR_TOO_MANY_ATTEMPTS'),
    )
  })
})

describe('an admin', () => {
  test('an admin who sets a user’s password ends the user’s session', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const ears = await LiveSocket.open(client)
    const { name, email } = person
    await admin.call('updateUser', { userId: person.id, name, email, password: 'escolhida pelo admin' })
    expect((await client.attempt('me')).status).toBe(401)
    await ears.frame('that the session is over', ({ action }) => action === 'replaced')
    expect((await principals.signIn({ email, password: 'escolhida pelo admin' })).token).toBeDefined()
  })

  test('an admin who deletes a user ends the user’s session', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    await admin.call('deleteUser', { userId: person.id })
    expect((await client.attempt('me')).status).toBe(401)
    await expect(principals.signIn(person)).rejects.toThrow(INVALID)
    const left = (await principals.dump()).filter(({ sk }) => sk === person.id)
    expect(left).toEqual([])
  })

  test('an admin cannot delete the own account or change an operator’s', async () => {
    const { admin, person } = await people.aCompanyWithAdmin()
    expect(await admin.attempt('deleteUser', { userId: person.id })).toMatchObject(
      refused(409, 'ERR_OWN_ACCOUNT'),
    )
    const platform = (await operator.call('me')).companyId
    const colleague = await principals.signedIn(platform)
    const { id, name, email } = await operator.call('me')
    const denied = refused(403, 'ERR_NO_PERMISSION')
    const change = { name, email, password: 'agora sou eu' }
    expect(await colleague.attempt('updateUser', { userId: id, ...change })).toMatchObject(denied)
    expect(await colleague.attempt('deleteUser', { userId: id })).toMatchObject(denied)
  })

  test('the last admin cannot be deleted or made an ordinary user', async () => {
    const { companyId, person, admin } = await people.aCompanyWithAdmin()
    const { name, email } = person
    const last = refused(409, 'ERR_LAST_ADMIN')
    expect(
      await admin.attempt('updateUser', { userId: person.id, name, email, profile: 'user' }),
    ).toMatchObject(last)
    const second = await principals.person(companyId)
    expect((await admin.attempt('deleteUser', { userId: second.id })).status).toBe(204)
    expect(
      await admin.attempt('updateUser', { userId: person.id, name, email, profile: 'user' }),
    ).toMatchObject(last)
  })

  type Someone = Pick<Person, 'id' | 'name' | 'email'>
  test.each([
    ['deleted', (by: ApiClient, { id }: Someone) => by.attempt('deleteUser', { userId: id })],
    [
      'made a user',
      (by: ApiClient, { id, name, email }: Someone) =>
        by.attempt('updateUser', { userId: id, name, email, profile: 'user' }),
    ],
  ] as const)('of two admins who remove each other at once one stays: %s', async (_, putAway) => {
    for (let round = 0; round < 5; round++) {
      const companyId = await principals.company()
      const people = [await principals.person(companyId), await principals.person(companyId)]
      const clients = await Promise.all(people.map(principals.signIn))
      const answers = await Promise.all(
        people.map(({ id, name, email }, at) => putAway(clients[1 - at] ?? operator, { id, name, email })),
      )
      const done = answers.filter(({ ok }) => ok)
      // Who was put away first is no longer heard.
      for (const answer of answers) expect([200, 204, 401, 403, 409]).toContain(answer.status)
      expect(done).toHaveLength(1)
    }
  })
})

describe('another company’s users', () => {
  test('another company’s users answer as unknown users do', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const gone = refused(404, 'ERR_NO_USER_FOUND')
    const userId = other.person.id
    for (const client of [one.admin, operator]) {
      const change = { userId, name: 'Eu', email: people.anEmail() }
      expect(await client.attempt('getUser', { userId })).toMatchObject(gone)
      expect(await client.attempt('updateUser', change)).toMatchObject(gone)
      expect(await client.attempt('deleteUser', { userId })).toMatchObject(gone)
    }
    const noCompany = refused(404, 'ERR_NO_COMPANY_FOUND')
    const { companyId } = other
    expect(await one.admin.attempt('createUser', { ...people.someone(), companyId })).toMatchObject(noCompany)
    expect(await one.admin.attempt('allUsers', { companyId })).toMatchObject(noCompany)
    expect(await one.admin.attempt('createInvitation', { companyId })).toMatchObject(noCompany)
    const own = { name: one.person.name, email: one.person.email, companyId }
    expect(await one.admin.attempt('updateUser', { userId: one.person.id, ...own })).toMatchObject(noCompany)
    expect((await other.admin.call('listUsers')).count).toBe(1)
  })

  test('operators create and list users of existing companies', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const made = await operator.call('createUser', { ...withoutPassword(), companyId, profile: 'user' })
    expect(made.companyId).toBe(companyId)
    expect((await admin.call('listUsers')).users.map(({ id }) => id)).toContain(made.id)
    expect(await operator.call('allUsers', { companyId })).toHaveLength(2)
    for (const nobodys of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'INDEX', 'PLATFORM'])
      expect(await operator.attempt('createUser', { ...people.someone(), companyId: nobodys })).toMatchObject(
        refused(404, 'ERR_NO_COMPANY_FOUND'),
      )
  })
})

test('operators list the connections and contact lists of a named company, and other users only the own ones', async () => {
  const { companyId, admin } = await people.aCompanyWithAdmin()
  const connection = await admin.call('createConnection', { name: 'Loja' })
  const list = await admin.newList()
  const [theirs, ...others] = await operator.call('listConnections', { companyId })
  expect(others).toEqual([])
  expect(theirs).toMatchObject({ id: connection.id, name: 'Loja', qrcode: '' })
  expect((await operator.call('allContactLists', { companyId })).map(({ id }) => id)).toEqual([list.id])
  expect((await admin.call('listConnections', { companyId })).map(({ id }) => id)).toEqual([connection.id])
  const other = await people.aCompanyWithAdmin()
  const noCompany = refused(404, 'ERR_NO_COMPANY_FOUND')
  expect(await other.admin.attempt('listConnections', { companyId })).toMatchObject(noCompany)
  expect(await other.admin.attempt('allContactLists', { companyId })).toMatchObject(noCompany)
})

describe('the plan', () => {
  test('of five users created at once on the plan’s last place one succeeds', async () => {
    const { admin } = await people.aCompanyWithPlan(operator, 2)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.attempt('createUser', people.someone())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402])
    const { users } = await admin.call('listUsers')
    expect(users).toHaveLength(2)
    const full = { status: 402, body: { error: 'ERR_PLAN_LIMIT', details: [{ path: 'users' }] } }
    expect(await admin.attempt('createUser', people.someone())).toMatchObject(full)
    // A place that is given up is another one's.
    await admin.call('deleteUser', { userId: users[0]?.id ?? '' })
    expect((await admin.attempt('createUser', people.someone())).status).toBe(201)
  })

  test('of five sign-ups on the plan’s last place one succeeds, and the other invitations stay', async () => {
    const plan = { name: people.anEmail(), users: 6, connections: 5, queues: 5 }
    const { id: planId } = await operator.call('createPlan', plan)
    const { admin, companyId } = await people.aCompanyWithAdmin({ planId })
    const invitations = await Promise.all(Array.from({ length: 5 }, () => admin.call('createInvitation')))
    await operator.call('updatePlan', { ...plan, planId, users: 2 })
    expect(await admin.attempt('createInvitation')).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
    const answers = await Promise.all(invitations.map(({ token }) => people.signUp({ companyId, token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402])
    expect(await admin.call('listInvitations')).toHaveLength(4)
  })
})
