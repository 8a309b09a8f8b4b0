import type { AuditEntry } from '@recado/shared/audit/audit'
import { emailIndex } from '@recado/shared/table/indexes'
import type { ShownUser } from '@recado/shared/users/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { aColor } from '../support/builders.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { type Invited, PASSWORD, People } from '../support/people.ts'
import { type Person, Principals } from '../support/principals.ts'

let system: RunningSystem
let principals: Principals
let people: People
let operator: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  people = new People(system, principals)
  operator = await principals.signIn({ email: 'super@demo.test', password: 'recado-demo' })
})
afterAll(() => system.stop())

interface Page {
  users: ShownUser[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}
describe('users', () => {
  test('are made, shown, searched, changed and deleted by an admin, and everybody in the company hears of it', async () => {
    const { companyId, admin, person } = await people.aCompanyWithAdmin()
    const ears = await LiveSocket.open(admin)
    const queue = await admin.done<{ id: string; name: string; color: string }>('POST', '/queue', {
      name: 'Vendas',
      color: aColor(),
    })
    const input = people.someone({ email: '  MARIA@Exemplo.Test ', profile: 'user', queueIds: [queue.id] })
    const created = await admin.send<ShownUser>('POST', '/users', input)
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(created.body).toEqual({
      id,
      name: 'Ana Souza',
      email: 'maria@exemplo.test',
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
    expect(await admin.done('GET', `/users/${id}`)).toEqual(created.body)
    const list = await admin.done<Page>('GET', '/users')
    expect(list).toMatchObject({ count: 2, hasMore: false, nextCursor: null })
    expect(list.users.map((user) => user.id)).toEqual([id, person.id])
    for (const searched of ['ana so', 'MARIA@', 'souza'])
      expect((await admin.done<Page>('GET', `/users?searchParam=${searched}`)).users).toHaveLength(1)
    expect((await admin.done<Page>('GET', '/users?searchParam=ninguem')).count).toBe(0)

    const change = { name: 'Ana Lima', email: 'ana.lima@exemplo.test', profile: 'admin', queueIds: [] }
    expect(await admin.done('PUT', `/users/${id}`, change)).toMatchObject({ ...change, queues: [] })
    expect((await admin.send('DELETE', `/users/${id}`)).status).toBe(204)
    expect(await admin.send('GET', `/users/${id}`)).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'))
    const { frames } = ears
    await ears.frame('of the deletion', ({ action, id: gone }) => action === 'delete' && gone === id)
    const heard = frames.filter(({ channel }) => channel === `company-${companyId}-user`)
    expect(heard.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    expect(JSON.stringify(frames)).not.toMatch(/argon2|password/)
    ears.close()
    // The e-mail may be somebody else's now.
    expect((await admin.send('POST', '/users', people.someone({ email: change.email }))).status).toBe(201)
  })

  test('are admins where nothing else is said, and never operators', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const user = await admin.done<ShownUser>('POST', '/users', people.someone())
    expect(user).toMatchObject({ profile: 'admin', super: false })
    for (const body of [
      { ...people.someone(), super: true },
      { ...people.someone(), passwordHash: 'x' },
    ]) {
      expect(await admin.send('POST', '/users', body)).toMatchObject(refused(400, 'ERR_VALIDATION'))
      expect(await admin.send('PUT', `/users/${user.id}`, body)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    }
  })

  test.each([
    ['name', 'A'],
    ['name', 'A'.repeat(51)],
    ['email', 'ana'],
    ['password', '1234'],
    ['password', '1'.repeat(51)],
    ['profile', 'super'],
  ])('are refused with a wrong %s: %s', async (field, value) => {
    const { admin } = await people.aCompanyWithAdmin()
    const answer = await admin.send('POST', '/users', people.someone({ [field]: value }))
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: field }] },
    })
  })

  test('come in pages of twenty', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    for (let number = 0; number < 24; number++) await principals.person(companyId, { profile: 'user' })
    const first = await admin.done<Page>('GET', '/users')
    expect(first).toMatchObject({ count: 25, hasMore: true })
    const rest = await admin.done<Page>('GET', `/users?cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    expect(rest.hasMore).toBe(false)
    const ids = [...first.users, ...rest.users].map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
    const bare = await admin.done<object[]>('GET', '/users/list')
    expect(bare).toHaveLength(25)
    expect(Object.keys(bare[0] ?? {}).sort()).toEqual(['email', 'id', 'name', 'profile'])
  })

  test('have an e-mail that nobody on the platform has, and a changed one is free for others', async () => {
    const one = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    const taken = refused(409, 'ERR_DUPLICATED_EMAIL')
    const email = one.person.email.toUpperCase()
    expect(await other.admin.send('POST', '/users', people.someone({ email }))).toMatchObject(taken)
    const user = await other.admin.done<ShownUser>('POST', '/users', people.someone())
    expect(await other.admin.send('PUT', `/users/${user.id}`, { name: 'Ana', email })).toMatchObject(taken)
    const fresh = people.anEmail()
    await other.admin.done('PUT', `/users/${user.id}`, { name: 'Ana', email: fresh })
    expect(await principals.table.get(emailIndex.key(user.email))).toBeUndefined()
    expect((await one.admin.send('POST', '/users', people.someone({ email: user.email }))).status).toBe(201)
    expect((await principals.signIn({ email: fresh, password: PASSWORD })).token).toBeDefined()
  })

  test('with one e-mail made at once in two companies, there is one', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const body = people.someone()
    const answers = await Promise.all([
      ...[one, other, one, other].map(({ admin }) => admin.send('POST', '/users', body)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('without a password are mailed a link to choose one', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const { password: _, ...body } = people.someone()
    await admin.done('POST', '/users', body)
    const letter = await mailTo(system.origin, body.email)
    expect(letter.subject).toBe('Recado: seu acesso')
    const nobody = new ApiClient(system.origin)
    expect(
      (await nobody.send('POST', '/auth/reset-password', { token: tokenIn(letter), password: PASSWORD }))
        .status,
    ).toBe(204)
    expect((await principals.signIn({ email: body.email, password: PASSWORD })).token).toBeDefined()
  })

  test('show a queue no more once it is deleted, and take none that is not the company’s', async () => {
    const { admin } = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    const queue = await admin.done<{ id: string }>('POST', '/queue', { name: 'Vendas', color: aColor() })
    const user = await admin.done<ShownUser>('POST', '/users', people.someone({ queueIds: [queue.id] }))
    const foreign = await other.admin.send('POST', '/users', people.someone({ queueIds: [queue.id] }))
    expect(foreign).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
    await admin.done('DELETE', `/queue/${queue.id}`)
    expect(await admin.done('GET', `/users/${user.id}`)).toMatchObject({ queueIds: [], queues: [] })
    // Saved as it is shown, or with what it had before.
    const { name, email } = user
    for (const queueIds of [[queue.id], []])
      expect((await admin.send('PUT', `/users/${user.id}`, { name, email, queueIds })).status).toBe(200)
  })
})

describe('whoever is no admin', () => {
  test('sees and changes their own record, and nothing else', async () => {
    const { companyId, person: chief } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const denied = refused(403, 'ERR_NO_PERMISSION')
    expect(await client.done('GET', `/users/${person.id}`)).toMatchObject({ email: person.email })
    for (const [method, path, body] of [
      ['GET', '/users'],
      ['GET', '/users/list'],
      ['POST', '/users', people.someone()],
      ['GET', `/users/${chief.id}`],
      ['PUT', `/users/${chief.id}`, { name: 'Eu', email: people.anEmail() }],
      ['DELETE', `/users/${chief.id}`],
      ['POST', '/users/invitations', {}],
      ['GET', '/users/invitations'],
      ['DELETE', '/users/invitations/NONE'],
    ] as const)
      expect(await client.send(method, path, body), `${method} ${path}`).toMatchObject(denied)
    const own = `/users/${person.id}`
    const { email } = person
    expect(await client.done('PUT', own, { name: 'Outro nome', email })).toMatchObject({ name: 'Outro nome' })
    // What is sent as it is changes nothing.
    expect((await client.send('PUT', own, { name: 'Eu', email, profile: 'user', queueIds: [] })).status).toBe(
      200,
    )
    expect(await client.send('PUT', own, { name: 'Eu', email, profile: 'admin' })).toMatchObject(denied)
    expect(await client.send('PUT', own, { name: 'Eu', email, queueIds: ['NONE'] })).toMatchObject(denied)
    expect(await client.send('PUT', own, { name: 'Eu', email, selectedCompanyId: null })).toMatchObject({
      status: 200,
    })
    const support = { reason: 'Quero entrar', minutes: 60, mayChange: true }
    expect(
      await client.send('PUT', own, { name: 'Eu', email, selectedCompanyId: companyId, support }),
    ).toMatchObject(denied)
  })

  test('changes the own password and e-mail with the current password, which nobody gets to guess', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const own = `/users/${person.id}`
    const { name, email } = person
    const wrong = refused(422, 'ERR_WRONG_PASSWORD')
    expect(await client.send('PUT', own, { name, email, password: 'outra senha' })).toMatchObject(wrong)
    expect(await client.send('PUT', own, { name, email: people.anEmail() })).toMatchObject(wrong)
    const given = { currentPassword: person.password, password: 'outra senha' }
    expect((await client.send('PUT', own, { name, email, ...given })).status).toBe(200)
    // The own session goes on, and the old password is none any more.
    expect((await client.send('GET', '/auth/me')).status).toBe(200)
    expect((await principals.signIn({ email, password: person.password })).token).toBeUndefined()
    const again = await principals.signIn({ email, password: 'outra senha' })
    for (let guess = 0; guess < 3; guess++)
      expect(await again.send('PUT', own, { name, email, ...given, currentPassword: 'x' })).toMatchObject(
        wrong,
      )
    expect(await again.send('PUT', own, { name, email, ...given })).toMatchObject(
      refused(429, 'ERR_TOO_MANY_ATTEMPTS'),
    )
  })
})

describe('an admin', () => {
  test('who sets somebody’s password ends their session, and their browser is told', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    const ears = await LiveSocket.open(client)
    const { name, email } = person
    await admin.done('PUT', `/users/${person.id}`, { name, email, password: 'escolhida pelo admin' })
    expect((await client.send('GET', '/auth/me')).status).toBe(401)
    await ears.frame('that the session is over', ({ action }) => action === 'replaced')
    expect((await principals.signIn({ email, password: 'escolhida pelo admin' })).token).toBeDefined()
  })

  test('who deletes somebody ends their session as well', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const client = await principals.signIn(person)
    await admin.done('DELETE', `/users/${person.id}`)
    expect((await client.send('GET', '/auth/me')).status).toBe(401)
    expect((await principals.signIn(person)).token).toBeUndefined()
    const left = (await principals.dump()).filter(({ sk }) => sk === person.id)
    expect(left).toEqual([])
  })

  test('cannot delete the own account, nor touch an operator’s', async () => {
    const { admin, person } = await people.aCompanyWithAdmin()
    expect(await admin.send('DELETE', `/users/${person.id}`)).toMatchObject(refused(409, 'ERR_OWN_ACCOUNT'))
    const platform = (await operator.done<{ companyId: string }>('GET', '/auth/me')).companyId
    const colleague = await principals.signedIn(platform)
    const { id, name, email } = await operator.done<ShownUser>('GET', '/auth/me')
    const denied = refused(403, 'ERR_NO_PERMISSION')
    const change = { name, email, password: 'agora sou eu' }
    expect(await colleague.send('PUT', `/users/${id}`, change)).toMatchObject(denied)
    expect(await colleague.send('DELETE', `/users/${id}`)).toMatchObject(denied)
  })

  test('who is the last one is neither deleted nor made a user', async () => {
    const { companyId, person, admin } = await people.aCompanyWithAdmin()
    const { name, email } = person
    const last = refused(409, 'ERR_LAST_ADMIN')
    expect(await admin.send('PUT', `/users/${person.id}`, { name, email, profile: 'user' })).toMatchObject(
      last,
    )
    const second = await principals.person(companyId)
    expect((await admin.send('DELETE', `/users/${second.id}`)).status).toBe(204)
    expect(await admin.send('PUT', `/users/${person.id}`, { name, email, profile: 'user' })).toMatchObject(
      last,
    )
  })

  test.each(['DELETE', 'PUT'] as const)(
    'of two who put away each other at once, one stays: %s',
    async (method) => {
      for (let round = 0; round < 5; round++) {
        const companyId = await principals.company()
        const people = [await principals.person(companyId), await principals.person(companyId)]
        const clients = await Promise.all(people.map(principals.signIn))
        const answers = await Promise.all(
          people.map(({ id, name, email }, at) =>
            clients[1 - at]?.send(
              ...([
                method,
                `/users/${id}`,
                method === 'PUT' ? { name, email, profile: 'user' } : undefined,
              ] as const),
            ),
          ),
        )
        const done = answers.filter((answer) => (answer?.status ?? 500) < 300)
        // Who was put away first is no longer heard.
        for (const answer of answers) expect([200, 204, 401, 403, 409]).toContain(answer?.status)
        expect(done).toHaveLength(1)
      }
    },
  )
})

describe('another company’s users', () => {
  test('are like users that nobody has, and those who may do everything at home find none', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const gone = refused(404, 'ERR_NO_USER_FOUND')
    const path = `/users/${other.person.id}`
    for (const client of [one.admin, operator]) {
      expect(await client.send('GET', path)).toMatchObject(gone)
      expect(await client.send('PUT', path, { name: 'Eu', email: people.anEmail() })).toMatchObject(gone)
      expect(await client.send('DELETE', path)).toMatchObject(gone)
    }
    const noCompany = refused(404, 'ERR_NO_COMPANY_FOUND')
    const { companyId } = other
    expect(await one.admin.send('POST', '/users', people.someone({ companyId }))).toMatchObject(noCompany)
    expect(await one.admin.send('GET', `/users/list?companyId=${companyId}`)).toMatchObject(noCompany)
    expect(await one.admin.send('POST', '/users/invitations', { companyId })).toMatchObject(noCompany)
    const own = { name: one.person.name, email: one.person.email, companyId }
    expect(await one.admin.send('PUT', `/users/${one.person.id}`, own)).toMatchObject(noCompany)
    expect((await other.admin.done<Page>('GET', '/users')).count).toBe(1)
  })

  test('are made and listed by operators, in companies that there are', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const made = await operator.done<ShownUser>(
      'POST',
      '/users',
      people.someone({ companyId, profile: 'user' }),
    )
    expect(made.companyId).toBe(companyId)
    expect((await admin.done<Page>('GET', '/users')).users.map(({ id }) => id)).toContain(made.id)
    expect(await operator.done<object[]>('GET', `/users/list?companyId=${companyId}`)).toHaveLength(2)
    for (const nobodys of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'INDEX', 'PLATFORM'])
      expect(await operator.send('POST', '/users', people.someone({ companyId: nobodys }))).toMatchObject(
        refused(404, 'ERR_NO_COMPANY_FOUND'),
      )
  })
})

describe('what an operator does in a company that is not theirs', () => {
  const trailOf = async (admin: ApiClient) =>
    (await admin.done<{ records: AuditEntry[] }>('GET', '/audit')).records
  const OPERATOR = { name: 'Operadora da Plataforma', support: true }
  const correct = (person: Person, change: object) =>
    operator.send<ShownUser>('PUT', `/users/${person.id}`, {
      name: person.name,
      email: person.email,
      companyId: person.companyId,
      ...change,
    })

  test('a user is corrected, which stands in the company’s trail and is mailed to its admins', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const email = people.anEmail()
    const corrected = await correct(person, { name: 'Nome Certo', email })
    expect(corrected).toMatchObject({
      status: 200,
      body: { id: person.id, name: 'Nome Certo', email, companyId },
    })
    expect((await admin.done<ShownUser>('GET', `/users/${person.id}`)).email).toBe(email)
    const [entry] = await trailOf(admin)
    expect(entry).toMatchObject({
      who: OPERATOR,
      action: 'users.updateUser',
      target: person.id,
      refused: null,
    })
    const letter = await mailTo(system.origin, chief.email)
    expect(letter.subject).toBe(`Recado: a plataforma alterou um usuário em Empresa ${companyId}`)
    expect(letter.text).toContain('Operadora da Plataforma, da plataforma, alterou os dados de um usuário')
    expect(letter.text).toContain(`${person.name} (${person.email})`)
  })

  test('the only admin hears of a new e-mail at the old one', async () => {
    const { person: chief } = await people.aCompanyWithAdmin()
    expect((await correct(chief, { email: people.anEmail() })).status).toBe(200)
    expect((await mailTo(system.origin, chief.email)).subject).toContain('alterou um usuário')
  })

  test('a password is refused, and the refusal stands in the company’s trail', async () => {
    const { person: chief } = await people.aCompanyWithAdmin()
    expect(await correct(chief, { password: 'do operador' })).toMatchObject(
      refused(403, 'ERR_PASSWORD_BY_LINK'),
    )
    const again = await principals.signIn(chief)
    expect((await trailOf(again)).find(({ action }) => action === 'users.updateUser')).toMatchObject({
      who: OPERATOR,
      refused: 'ERR_PASSWORD_BY_LINK',
    })
  })

  test('new users, invitations and access links stand in the company’s trail; users and invitations are mailed', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    const made = people.someone({ companyId, profile: 'user' })
    await operator.done('POST', '/users', made)
    await mailTo(system.origin, chief.email)
    const invited = people.anEmail()
    await operator.done('POST', '/users/invitations', { companyId, email: invited })
    const letter = await mailTo(system.origin, chief.email, 2)
    expect(letter.text).toContain(
      `criou um convite para um novo usuário em Empresa ${companyId}: (${invited})`,
    )
    await operator.done('PATCH', `/companies/${companyId}/reset-password`, {})
    await operator.done('PATCH', `/companies/${companyId}/status`, { status: true })
    const theirs = (await trailOf(admin)).filter(({ who }) => who.support)
    expect(theirs.map(({ action }) => action)).toEqual([
      'companies.setCompanyStatus',
      'companies.resetCompanyPassword',
      'users.createInvitation',
      'users.createUser',
    ])
    expect(theirs.every(({ who }) => who.name === OPERATOR.name)).toBe(true)
  })

  test('a user is looked for in the company that is named, and nowhere else', async () => {
    const one = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    expect(await correct({ ...one.person, companyId: other.companyId }, {})).toMatchObject(
      refused(404, 'ERR_NO_USER_FOUND'),
    )
    expect(await correct({ ...one.person, companyId: 'PLATFORM' }, {})).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
  })

  test('one’s own people are not told of by mail', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    await admin.done('POST', '/users', people.someone({ companyId, profile: 'user' }))
    const other = await people.aCompanyWithAdmin()
    await operator.done('POST', '/users', people.someone({ companyId: other.companyId }))
    await mailTo(system.origin, other.person.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to === chief.email)).toEqual([])
  })
})

describe('the plan', () => {
  test('allows so many users: of five made at once on one place there is one', async () => {
    const { admin } = await people.aCompanyWithPlan(operator, 2)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.send('POST', '/users', people.someone())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402])
    const { users } = await admin.done<Page>('GET', '/users')
    expect(users).toHaveLength(2)
    const full = { status: 402, body: { error: 'ERR_PLAN_LIMIT', details: [{ path: 'users' }] } }
    expect(await admin.send('POST', '/users', people.someone())).toMatchObject(full)
    // A place that is given up is another one's.
    await admin.done('DELETE', `/users/${users[0]?.id}`)
    expect((await admin.send('POST', '/users', people.someone())).status).toBe(201)
  })

  test('holds for those who sign up: of five on one place there is one, and the other invitations stay', async () => {
    const { admin, companyId } = await people.aCompanyWithPlan(operator, 2)
    const invitations = await Promise.all(
      Array.from({ length: 5 }, () => admin.done<Invited>('POST', '/users/invitations', {})),
    )
    const answers = await Promise.all(invitations.map(({ token }) => people.signUp({ companyId, token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402])
    expect(await admin.done<object[]>('GET', '/users/invitations')).toHaveLength(4)
  })
})
