import type { AuditEntry } from '@recado/shared/audit/audit'
import { passwordLinkKey } from '@recado/shared/sessions/password-link-store'
import type { Login, LoginAnswer } from '@recado/shared/sessions/session'
import { totpKey } from '@recado/shared/sessions/totp-store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { linkIn, mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { type Person, Principals } from '../support/principals.ts'
import { anAddress } from '../support/sign-ins.ts'

let system: RunningSystem
let principals: Principals
let company: string
let nobody: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  company = await principals.company()
  nobody = new ApiClient(system.origin)
})
afterAll(() => system.stop())

const EXPIRED = refused(403, 'ERR_LINK_EXPIRED')
const INVALID = refused(401, 'ERR_INVALID_CREDENTIALS')

const login = (person: Pick<Person, 'email' | 'password'>, more: object = {}, headers: object = {}) =>
  nobody.send<LoginAnswer & { error: string }>(
    ...(['POST', '/auth/login', { email: person.email, password: person.password, ...more }] as const),
    { ...anAddress(), ...headers },
  )
const forgot = (email: string) => nobody.send('POST', '/auth/forgot-password', { email }, anAddress())
const reset = (token: string, password = 'a nova senha') =>
  nobody.send('POST', '/auth/reset-password', { token, password }, anAddress())

describe('a forgotten password', () => {
  test('is replaced by the link that was mailed, once, and the user’s session ends', async () => {
    const person = await principals.person(company)
    const client = await principals.signIn(person)
    const ears = await LiveSocket.open(client)
    expect((await forgot(`  ${person.email.toUpperCase()} `)).status).toBe(202)
    const letter = await mailTo(system.origin, person.email)
    expect(letter.subject).toBe('Recado: escolha uma nova senha')
    expect(letter.text).toContain(`Olá, ${person.name}!`)
    // Behind the #: no server and no log gets to see it.
    expect(linkIn(letter)).toBe(`${system.origin}/reset-password#token=${tokenIn(letter)}`)
    expect(JSON.stringify(await principals.dump())).not.toContain(tokenIn(letter).split('.').at(-1))
    expect((await client.send('GET', '/auth/me')).status).toBe(200)

    expect((await reset(tokenIn(letter))).status).toBe(204)
    expect((await client.send('GET', '/auth/me')).status).toBe(401)
    await ears.frame('that the session is over', ({ action }) => action === 'replaced')
    expect(await login(person)).toMatchObject(INVALID)
    expect((await login({ ...person, password: 'a nova senha' })).status).toBe(200)
    expect(await reset(tokenIn(letter), 'mais uma')).toMatchObject(EXPIRED)
    expect((await login({ ...person, password: 'a nova senha' })).status).toBe(200)
  })

  test('has one link at a time, for an hour', async () => {
    const person = await principals.person(company)
    await forgot(person.email)
    const older = tokenIn(await mailTo(system.origin, person.email))
    await forgot(person.email)
    const newer = tokenIn(await mailTo(system.origin, person.email, 2))
    expect(newer).not.toBe(older)
    expect(await reset(older)).toMatchObject(EXPIRED)
    const key = passwordLinkKey(person.id)
    const { until = 0 } = (await principals.tenant(company).get<{ until: number }>(key)) ?? {}
    expect(Math.round((until - Date.now()) / 60_000)).toBe(60)
    await principals.tenant(company).update(key, { set: { until: Date.now() - 1 } })
    expect(await reset(newer)).toMatchObject(EXPIRED)
  })

  test('of two who use a link at once sets the password of one', async () => {
    const person = await principals.person(company)
    await forgot(person.email)
    const token = tokenIn(await mailTo(system.origin, person.email))
    const answers = await Promise.all([1, 2, 3, 4].map((number) => reset(token, `senha número ${number}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403, 403])
    const set = answers.findIndex(({ status }) => status === 204) + 1
    expect((await login({ ...person, password: `senha número ${set}` })).status).toBe(200)
  })

  test('is answered the same where nobody has the e-mail, and mailed to nobody', async () => {
    const person = await principals.person(company)
    const [known, unknown] = [await forgot(person.email), await forgot('ninguem-mesmo@exemplo.test')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort())
    await mailTo(system.origin, person.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to.startsWith('ninguem'))).toEqual([])
  })

  test('is mailed five times in a quarter of an hour at most', async () => {
    const person = await principals.person(company)
    const answers = await Promise.all(Array.from({ length: 7 }, () => forgot(person.email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429])
  })

  test('is no way into a company that is switched off', async () => {
    const off = await principals.company()
    const person = await principals.person(off)
    await principals.changeCompany(off, { status: false })
    await forgot(person.email)
    const other = await principals.person(company)
    await forgot(other.email)
    await mailTo(system.origin, other.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to === person.email)).toEqual([])
  })

  test('has a link that a changed password or e-mail voids', async () => {
    const admin = await principals.signedIn(company)
    for (const change of [{ password: 'dada pelo admin' }, { email: 'outro-endereco@exemplo.test' }]) {
      const person = await principals.person(company)
      await forgot(person.email)
      const token = tokenIn(await mailTo(system.origin, person.email))
      await admin.done('PUT', `/users/${person.id}`, { name: person.name, email: person.email, ...change })
      expect(await reset(token)).toMatchObject(EXPIRED)
    }
  })

  test.each(['', 'x', 'a.b', 'a.b.c', '..', 'INDEX.x.y', '../x.y.z'])(
    'no other token opens anything: “%s”',
    async (token) => {
      expect(await reset(token)).toMatchObject(EXPIRED)
    },
  )
})

describe('mails', () => {
  test('are kept in this machine’s mailbox, where a page shows them as text', async () => {
    const person = await principals.person(company)
    await principals
      .tenant(company)
      .update({ pk: 'USERS', sk: person.id }, { set: { name: '<img src=x onerror=alert(1)>' } })
    await forgot(person.email)
    const letter = await mailTo(system.origin, person.email)
    expect(letter.from).toBe('recado@localhost.test')
    expect(letter.html).not.toContain('<img')
    const page = await fetch(`${system.origin}/mailbox`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    expect(html).not.toContain('<img')
    expect(html).toContain(`href="${linkIn(letter)}"`)
    expect((await fetch(`${system.origin}/mailbox/api/messages`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${system.origin}/mailbox/api/other`)).status).toBe(404)
  })
})

describe('two-step sign-in', () => {
  const STEP_MS = 30_000
  /** Early in a step, so that the codes around it stay what they are for a while. */
  const early = () =>
    eventually('a step has just begun', async () => Date.now() % STEP_MS < 20_000 && Date.now())

  async function aPersonWithCodes() {
    const person = await principals.person(company)
    const client = await principals.signIn(person)
    const { secret, uri } = await client.done<{ secret: string; uri: string }>('POST', '/auth/totp')
    const now = await early()
    const answer = { code: codeAt(secret, now) }
    const { recoveryCodes } = await client.done<{ recoveryCodes: string[] }>('PUT', '/auth/totp', answer)
    /** As if the code it was switched on by had been one of long ago. */
    const forgetLast = () => principals.tenant(company).update(totpKey(person.id), { set: { lastStep: 0 } })
    return { person, client, secret, uri, recoveryCodes, forgetLast }
  }

  test('is switched on by a code, and then asks for one after the right password alone', async () => {
    const { person, client, secret, uri, forgetLast } = await aPersonWithCodes()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Recado:[^?]+\?/)
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, issuer: 'Recado' })
    expect(await client.done('GET', `/users/${person.id}`)).toMatchObject({ totp: true })
    expect(JSON.stringify(await principals.dump())).not.toContain(secret)
    expect(await client.send('POST', '/auth/totp')).toMatchObject(refused(409, 'ERR_TOTP_ON'))

    expect(await login({ ...person, password: 'errada' })).toMatchObject(INVALID)
    expect(await login(person)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'))
    expect(await login(person, { code: '000000' })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    await forgetLast()
    const code = codeAt(secret, await early())
    expect((await login(person, { code })).status).toBe(200)
    // Who looked over somebody's shoulder comes too late.
    expect(await login(person, { code })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
  })

  test('takes the code of one step before and after, and none that is older than the last one', async () => {
    const { person, secret, forgetLast } = await aPersonWithCodes()
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
      [0, 401],
    ] as const) {
      if (steps !== 0) await forgetLast()
      const now = await early()
      expect((await login(person, { code: codeAt(secret, now + steps * STEP_MS) })).status, `${steps}`).toBe(
        status,
      )
    }
  })

  test('of many who come with one code at once lets in one', async () => {
    const { person, secret, forgetLast } = await aPersonWithCodes()
    await forgetLast()
    const code = codeAt(secret, await early())
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(person, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('takes each of ten recovery codes once', async () => {
    const { person, recoveryCodes } = await aPersonWithCodes()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect((await login(person, { code: first.toUpperCase() })).status).toBe(200)
    expect(await login(person, { code: first })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    const answers = await Promise.all([1, 2, 3].map(() => login(person, { code: second })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('counts what is not let in, and forgets it when the code is right', async () => {
    const { person, secret, forgetLast } = await aPersonWithCodes()
    for (let time = 0; time < 4; time++) {
      await forgetLast()
      expect((await login(person)).status).toBe(401)
      expect((await login(person, { code: codeAt(secret, await early()) })).status).toBe(200)
    }
    for (let guess = 0; guess < 5; guess++)
      expect(await login(person, { code: '000000' })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    expect((await login(person, { code: codeAt(secret, await early()) })).status).toBe(429)
  })

  test('is switched off by the password, and is not on before a code was given', async () => {
    const { person, client } = await aPersonWithCodes()
    expect(await client.send('DELETE', '/auth/totp', { password: 'errada' })).toMatchObject(
      refused(422, 'ERR_WRONG_PASSWORD'),
    )
    expect((await client.send('DELETE', '/auth/totp', { password: person.password })).status).toBe(204)
    const again = await login(person)
    expect(again.status).toBe(200)
    const fresh = new ApiClient(system.origin, again.body.token)
    await fresh.done('POST', '/auth/totp')
    expect(await fresh.send('PUT', '/auth/totp', { code: '000000' })).toMatchObject(
      refused(422, 'ERR_TOTP_INVALID'),
    )
    expect((await login(person)).status).toBe(200)
  })

  test('is switched off by an admin for somebody who has lost the authenticator, and for nobody by themselves', async () => {
    const { person, client } = await aPersonWithCodes()
    const { id, name, email } = person
    expect(await client.send('PUT', `/users/${id}`, { name, email, totp: false })).toMatchObject(
      refused(403, 'ERR_NO_PERMISSION'),
    )
    const admin = await principals.signedIn(company)
    expect(await admin.done('PUT', `/users/${id}`, { name, email, totp: false })).toMatchObject({
      totp: false,
    })
    expect((await login(person)).status).toBe(200)
  })

  test('is for admins and operators', async () => {
    const client = await principals.signedIn(company, { profile: 'user' })
    const denied = refused(403, 'ERR_NO_PERMISSION')
    expect(await client.send('POST', '/auth/totp')).toMatchObject(denied)
    expect(await client.send('PUT', '/auth/totp', { code: '000000' })).toMatchObject(denied)
  })
})

describe('sign-ins', () => {
  test('are shown to whom they are of, the last five with where they came from', async () => {
    const person = await principals.person(company)
    const from = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
      'cloudfront-viewer-city': 'Campinas',
      'cloudfront-viewer-country': 'BR',
    }
    for (let time = 0; time < 5; time++) await login(person)
    const { body } = await login(person, {}, { ...from, 'cloudfront-viewer-address': '198.51.100.9:1' })
    const client = new ApiClient(system.origin, body.token)
    const logins = await client.done<Login[]>('GET', '/auth/logins')
    expect(logins).toHaveLength(5)
    expect(logins[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-/),
      address: '198.51.100.9',
      place: 'Campinas, BR',
      agent: from['user-agent'],
    })
    expect([...logins].sort((a, b) => b.at.localeCompare(a.at))).toEqual(logins)
    expect(await (await principals.signedIn(company)).done<Login[]>('GET', '/auth/logins')).toHaveLength(1)
  })

  test('stand in the company’s trail, and those that came to nothing with why', async () => {
    const own = await principals.company()
    const person = await principals.person(own)
    await login({ ...person, password: 'errada' })
    await login({ email: `x${person.email}`, password: 'errada' })
    const { body } = await login(person)
    const client = new ApiClient(system.origin, body.token)
    const { records } = await client.done<{ records: AuditEntry[] }>('GET', '/audit?domain=sessions')
    expect(records.map(({ action, refused: why, who }) => [action, why, who.name])).toEqual([
      ['sessions.login', null, person.name],
      ['sessions.login', 'ERR_INVALID_CREDENTIALS', person.name],
    ])
  })
})

describe('a password that is among the most common ones', () => {
  const COMMON = { status: 422, body: { error: 'ERR_PASSWORD_COMMON', details: [{ path: 'password' }] } }

  test('is refused to a person who chooses their own, by a link, a sign-up or in the profile', async () => {
    const person = await principals.person(company)
    await forgot(person.email)
    const token = tokenIn(await mailTo(system.origin, person.email))
    const chief = await principals.signedIn(company)
    const invitation = await chief.done<{ token: string }>('POST', '/users/invitations', {})
    const newcomer = { name: 'Ana Souza', email: 'nova-pessoa@exemplo.test' }
    const signUp = (password: string) =>
      nobody.send(
        ...([
          'POST',
          '/auth/signup',
          { ...newcomer, password, companyId: company, token: invitation.token },
        ] as const),
        anAddress(),
      )
    const client = await principals.signIn(person)
    const change = (password: string) =>
      client.send('PUT', `/users/${person.id}`, {
        name: person.name,
        email: person.email,
        password,
        currentPassword: person.password,
      })
    for (const password of ['123456', ' Password ', 'SENHA123', 'mudar123']) {
      expect(await reset(token, password), password).toMatchObject(COMMON)
      expect(await signUp(password), password).toMatchObject(COMMON)
      expect(await change(password), password).toMatchObject(COMMON)
    }
    // Link and invitation are still good, and the old password is.
    expect((await login(person)).status).toBe(200)
    expect((await reset(token, 'uma senha que ninguém tem')).status).toBe(204)
    expect((await signUp('outra que ninguém tem')).status).toBe(201)
  })

  test('may be set by an admin for another user, as the specification has it', async () => {
    const chief = await principals.signedIn(company)
    const email = 'com-senha-simples@exemplo.test'
    const made = await chief.send('POST', '/users', { name: 'Ana Souza', email, password: '12345' })
    expect(made.status).toBe(201)
    expect((await login({ email, password: '12345' })).status).toBe(200)
  })
})

describe('the app’s pages and the API', () => {
  test('are sent with what browsers may do with them', async () => {
    for (const path of ['/', '/login', '/assets/none.js']) {
      const { headers } = await fetch(`${system.origin}${path}`)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toContain("form-action 'self'")
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      const permissions = headers.get('permissions-policy') ?? ''
      expect(permissions, path).toContain('microphone=(self)')
      for (const feature of ['camera', 'geolocation', 'payment', 'usb', 'display-capture'])
        expect(permissions, path).toContain(`${feature}=()`)
    }
    for (const path of ['/api/health', '/api/none', '/api/auth/me'])
      expect((await fetch(`${system.origin}${path}`)).headers.get('x-content-type-options'), path).toBe(
        'nosniff',
      )
  })
})
