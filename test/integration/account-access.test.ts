import { passwordLinkKey } from '@recado/shared/sessions/password-link-store'
import { totpKey } from '@recado/shared/sessions/totp-store'
import { userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, accepted, refused } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { linkIn, mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import type { Person } from '../support/principals.ts'
import { anAddress, fromAddress } from '../support/sign-ins.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
let company: string
let nobody: ApiClient

beforeAll(async () => {
  company = await principals.company()
  nobody = new ApiClient(system.origin)
})

const EXPIRED = refused(403, 'ERR_LINK_EXPIRED')
const INVALID = refused(401, 'ERR_INVALID_CREDENTIALS')

const login = (
  { email, password }: Pick<Person, 'email' | 'password'>,
  more: { code?: string } = {},
  headers: Record<string, string> = {},
) => nobody.attempt('login', { email, password, ...more }, { ...anAddress(), ...headers })
const forgot = (email: string) => nobody.attempt('forgotPassword', { email }, anAddress())
const reset = (token: string, password = 'a nova senha') =>
  nobody.attempt('resetPassword', { token, password }, anAddress())

describe('a forgotten password', () => {
  test('a mailed link replaces a forgotten password once, and ends the user’s session', async () => {
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
    expect((await client.attempt('me')).status).toBe(200)

    expect((await reset(tokenIn(letter))).status).toBe(204)
    expect((await client.attempt('me')).status).toBe(401)
    await ears.frame('that the session is over', ({ action }) => action === 'replaced')
    expect(await login(person)).toMatchObject(INVALID)
    expect((await login({ ...person, password: 'a nova senha' })).status).toBe(200)
    expect(await reset(tokenIn(letter), 'mais uma')).toMatchObject(EXPIRED)
    expect((await login({ ...person, password: 'a nova senha' })).status).toBe(200)
  })

  test('a user has one password link at a time, valid for an hour', async () => {
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

  test('a password link used four times at once sets one password', async () => {
    const person = await principals.person(company)
    await forgot(person.email)
    const token = tokenIn(await mailTo(system.origin, person.email))
    const answers = await Promise.all([1, 2, 3, 4].map((number) => reset(token, `senha número ${number}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403, 403])
    const set = answers.findIndex(({ status }) => status === 204) + 1
    expect((await login({ ...person, password: `senha número ${set}` })).status).toBe(200)
  })

  test('a forgotten password with an unknown e-mail gets the same answer and no mail', async () => {
    const person = await principals.person(company)
    const [known, unknown] = [await forgot(person.email), await forgot('ninguem-mesmo@exemplo.test')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort())
    await mailTo(system.origin, person.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to.startsWith('ninguem'))).toEqual([])
  })

  test('an e-mail gets at most five password links in a quarter of an hour', async () => {
    const person = await principals.person(company)
    const answers = await Promise.all(Array.from({ length: 7 }, () => forgot(person.email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429])
  })

  test('a company that is switched off gets no password links', async () => {
    const off = await principals.company()
    const person = await principals.person(off)
    await principals.changeCompany(off, { status: false })
    await forgot(person.email)
    const other = await principals.person(company)
    await forgot(other.email)
    await mailTo(system.origin, other.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to === person.email)).toEqual([])
  })

  test('a changed password or e-mail voids the password link', async () => {
    const admin = await principals.signedIn(company)
    for (const change of [{ password: 'dada pelo admin' }, { email: 'outro-endereco@exemplo.test' }]) {
      const person = await principals.person(company)
      await forgot(person.email)
      const token = tokenIn(await mailTo(system.origin, person.email))
      await admin.call('updateUser', { userId: person.id, name: person.name, email: person.email, ...change })
      expect(await reset(token)).toMatchObject(EXPIRED)
    }
  })

  test.each(['', 'x', 'a.b', 'a.b.c', '..', 'INDEX.x.y', '../x.y.z'])(
    'the password token “%s” is refused',
    async (token) => {
      expect(await reset(token)).toMatchObject(EXPIRED)
    },
  )
})

describe('mails', () => {
  test('the local mailbox shows mails as text on a page', async () => {
    const person = await principals.person(company)
    await principals
      .tenant(company)
      .update(userKey(person.id), { set: { name: '<img src=x onerror=alert(1)>' } })
    await forgot(person.email)
    const letter = await mailTo(system.origin, person.email)
    expect(letter.from).toBe('Recado <recado@localhost.test>')
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
    const { secret, uri } = await client.call('beginTotp')
    const now = await early()
    const answer = { code: codeAt(secret, now), currentPassword: person.password }
    const { recoveryCodes } = await client.call('confirmTotp', answer)
    /** As if the code it was switched on by had been one of long ago. */
    const forgetLast = () => principals.tenant(company).update(totpKey(person.id), { set: { lastStep: 0 } })
    return { person, client, secret, uri, recoveryCodes, forgetLast }
  }

  test('a repeated confirmation whose answer was lost shows the recovery codes again', async () => {
    const person = await principals.person(company)
    const client = await principals.signIn(person)
    const { secret } = await client.call('beginTotp')
    const answer = { code: codeAt(secret, await early()), currentPassword: person.password }
    const confirm = () => client.attempt('confirmTotp', answer, { 'idempotency-key': 'k' })
    const { recoveryCodes } = accepted(await confirm()).body
    expect(accepted(await confirm()).body.recoveryCodes).toEqual(recoveryCodes)
    expect(JSON.stringify(await principals.dump())).not.toContain(recoveryCodes[0])
  })

  test('a code switches two-step sign-in on, and a sign-in then needs password and code', async () => {
    const { person, client, secret, uri, forgetLast } = await aPersonWithCodes()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Recado:[^?]+\?/)
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, issuer: 'Recado' })
    expect(await client.call('getUser', { userId: person.id })).toMatchObject({ totp: true })
    expect(JSON.stringify(await principals.dump())).not.toContain(secret)
    expect(await client.attempt('beginTotp')).toMatchObject(refused(409, 'ERR_TOTP_ON'))

    expect(await login({ ...person, password: 'errada' })).toMatchObject(INVALID)
    expect(await login(person)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'))
    expect(await login(person, { code: '000000' })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    await forgetLast()
    const code = codeAt(secret, await early())
    expect((await login(person, { code })).status).toBe(200)
    // A code that was used once is refused.
    expect(await login(person, { code })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    const chief = await principals.signedIn(company)
    const { records } = await chief.call('listAudit', { domain: 'sessions' })
    const reasons = records.filter(({ who }) => who.id === person.id).map(({ refused: why }) => why)
    expect(reasons.slice(0, 4)).toEqual([
      'ERR_TOTP_INVALID',
      null,
      'ERR_TOTP_INVALID',
      'ERR_INVALID_CREDENTIALS',
    ])
  })

  test('a code of one step before or after is accepted, and a code older than the last one is not', async () => {
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

  test('one code sent four times at once signs in once', async () => {
    const { person, secret, forgetLast } = await aPersonWithCodes()
    await forgetLast()
    const code = codeAt(secret, await early())
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(person, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('each of the ten recovery codes works once', async () => {
    const { person, recoveryCodes } = await aPersonWithCodes()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect((await login(person, { code: first.toUpperCase() })).status).toBe(200)
    expect(await login(person, { code: first })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    const answers = await Promise.all([1, 2, 3].map(() => login(person, { code: second })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('wrong codes count as attempts, and a sign-in takes back only its own', async () => {
    const { person, secret, forgetLast } = await aPersonWithCodes()
    for (let time = 0; time < 4; time++) {
      await forgetLast()
      expect((await login(person)).status).toBe(401)
      expect((await login(person, { code: codeAt(secret, await early()) })).status).toBe(200)
    }
    const guess = async (times: number) => {
      for (let time = 0; time < times; time++)
        expect(await login(person, { code: '000000' })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    }
    await guess(2)
    await forgetLast()
    expect((await login(person, { code: codeAt(secret, await early()) })).status).toBe(200)
    await guess(3)
    expect((await login(person, { code: codeAt(secret, await early()) })).status).toBe(429)
  })

  test('the password switches two-step sign-in off, and it is not on before the first code', async () => {
    const { person, client } = await aPersonWithCodes()
    expect(await client.attempt('endTotp', { password: 'errada' })).toMatchObject(
      refused(422, 'ERR_WRONG_PASSWORD'),
    )
    expect((await client.attempt('endTotp', { password: person.password })).status).toBe(204)
    const again = accepted(await login(person))
    const fresh = new ApiClient(system.origin, again.body.token)
    await fresh.call('beginTotp')
    const wrong = { code: '000000', currentPassword: person.password }
    expect(await fresh.attempt('confirmTotp', wrong)).toMatchObject(refused(422, 'ERR_TOTP_INVALID'))
    expect((await login(person)).status).toBe(200)
  })

  test('a session alone cannot switch two-step sign-in on: it takes the password, whose guesses are limited', async () => {
    const person = await principals.person(company)
    const client = await principals.signIn(person)
    const { secret } = await client.call('beginTotp')
    const confirm = async (currentPassword: string) =>
      client.attempt('confirmTotp', { code: codeAt(secret, await early()), currentPassword })
    expect((await confirm('')).status).toBe(400)
    for (let time = 0; time < 5; time++)
      expect(await confirm('errada')).toMatchObject(refused(422, 'ERR_WRONG_PASSWORD'))
    expect(await confirm(person.password)).toMatchObject(refused(429, 'ERR_TOO_MANY_ATTEMPTS'))
    expect((await login(person)).status).toBe(200)
  })

  test('an admin switches off two-step sign-in for another user, and users cannot do it without a password', async () => {
    const { person, client } = await aPersonWithCodes()
    const { id, name, email } = person
    expect(await client.attempt('updateUser', { userId: id, name, email, totp: false })).toMatchObject(
      refused(403, 'ERR_NO_PERMISSION'),
    )
    const admin = await principals.signedIn(company)
    expect(await admin.call('updateUser', { userId: id, name, email, totp: false })).toMatchObject({
      totp: false,
    })
    expect((await login(person)).status).toBe(200)
  })

  test('an ordinary user cannot switch two-step sign-in on', async () => {
    const client = await principals.signedIn(company, { profile: 'user' })
    const denied = refused(403, 'ERR_NO_PERMISSION')
    expect(await client.attempt('beginTotp')).toMatchObject(denied)
    const given = { code: '000000', currentPassword: 'errada' }
    expect(await client.attempt('confirmTotp', given)).toMatchObject(denied)
  })
})

describe('sign-ins', () => {
  test('a user sees their own last five sign-ins, with address, place and browser', async () => {
    const person = await principals.person(company)
    const from = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
      'cloudfront-viewer-city': 'Campinas',
      'cloudfront-viewer-country': 'BR',
    }
    for (let time = 0; time < 5; time++) await login(person)
    const { body } = accepted(await login(person, {}, { ...from, ...fromAddress('198.51.100.9') }))
    const client = new ApiClient(system.origin, body.token)
    const logins = await client.call('listLogins')
    expect(logins).toHaveLength(5)
    expect(logins[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-/),
      address: '198.51.100.9',
      place: 'Campinas, BR',
      agent: from['user-agent'],
    })
    expect([...logins].sort((a, b) => b.at.localeCompare(a.at))).toEqual(logins)
    expect(await (await principals.signedIn(company)).call('listLogins')).toHaveLength(1)
  })

  test('the audit trail shows sign-ins, and failed ones with the reason', async () => {
    const own = await principals.company()
    const person = await principals.person(own)
    await login({ ...person, password: 'errada' })
    await login({ email: `x${person.email}`, password: 'errada' })
    const { body } = accepted(await login(person))
    const client = new ApiClient(system.origin, body.token)
    const { records } = await client.call('listAudit', { domain: 'sessions' })
    expect(records.map(({ action, refused: why, who }) => [action, why, who.name])).toEqual([
      ['sessions.login', null, person.name],
      ['sessions.login', 'ERR_INVALID_CREDENTIALS', person.name],
    ])
  })
})

describe('a password that is among the most common ones', () => {
  const COMMON = { status: 422, body: { error: 'ERR_PASSWORD_COMMON', details: [{ path: 'password' }] } }

  test('a common password is refused in a password link, a sign-up and the own profile', async () => {
    const person = await principals.person(company)
    await forgot(person.email)
    const token = tokenIn(await mailTo(system.origin, person.email))
    const chief = await principals.signedIn(company)
    const invitation = await chief.call('createInvitation')
    const newcomer = { name: 'Ana Souza', email: 'nova-pessoa@exemplo.test' }
    const signUp = (password: string) =>
      nobody.attempt(
        'signUp',
        { ...newcomer, password, companyId: company, token: invitation.token },
        anAddress(),
      )
    const client = await principals.signIn(person)
    const change = (password: string) =>
      client.attempt('updateUser', {
        userId: person.id,
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

  test('an admin may give another user a common password', async () => {
    const chief = await principals.signedIn(company)
    const email = 'com-senha-simples@exemplo.test'
    const made = await chief.attempt('createUser', { name: 'Ana Souza', email, password: '12345' })
    expect(made.status).toBe(201)
    expect((await login({ email, password: '12345' })).status).toBe(200)
  })
})
