import { createPublicKey, verify } from 'node:crypto'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import { sessionKey } from '@recado/shared/sessions/store'
import { attemptIndex } from '@recado/shared/table/indexes'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, accepted } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { handshake, LiveSocket, ticketOf } from '../support/live-socket.ts'
import type { Person } from '../support/principals.ts'
import { anAddress, cookieOf, fromAddress } from '../support/sign-ins.ts'
import { sharedSystem } from '../support/test-system.ts'
import { partsOf } from '../support/tokens.ts'

const { system, principals } = sharedSystem()
let company: string
let nobody: ApiClient

beforeAll(async () => {
  company = await principals.company()
  nobody = new ApiClient(system.origin)
})

const INVALID = { status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } }
const SIGNED_OUT = { status: 401, body: { error: 'ERR_SESSION_EXPIRED' } }
const REPLACED = { status: 401, body: { error: 'ERR_SESSION_REPLACED' } }
const THROTTLED = { status: 429, body: { error: 'ERR_TOO_MANY_ATTEMPTS' } }

/** A sign-in, from an address of its own where none is given. */
const login = (email: string, password: string, address?: string) =>
  nobody.attempt('login', { email, password }, address ? fromAddress(address) : anAddress())

const refresh = (cookie: string) => nobody.attempt('refreshToken', {}, { cookie })

const me = (token: string) => new ApiClient(system.origin, token).attempt('me')

/** A user who has just signed in. */
async function aSession(person?: Person) {
  const { id, email, password } = person ?? (await principals.person(company))
  const answer = accepted(await login(email, password))
  return { userId: id, token: answer.body.token, cookie: cookieOf(answer) }
}

describe('signing in', () => {
  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const { email, password } = await principals.person(company)
    const [wrong, unknown] = [await login(email, `${password}!`), await login(`x${email}`, password)]
    expect(wrong).toMatchObject(INVALID)
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.body).toEqual(wrong.body)
    expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
    expect(cookieOf(unknown)).toBe('')
  })

  test('e-mail and password are trimmed, and the e-mail is read in small letters', async () => {
    const { email, password } = await principals.person(company)
    const answer = accepted(await login(`  ${email.toUpperCase()}\t`, ` ${password}  `))
    expect(answer.body.user).toMatchObject({ email, companyId: company })
  })

  test('the sign-in answer shows user and company, and no secrets', async () => {
    const person = await principals.person(company, { profile: 'user' })
    const { body } = accepted(await login(person.email, person.password))
    expect(Object.keys(body).sort()).toEqual(['token', 'user'])
    expect(body.user).toEqual({
      id: person.id,
      name: person.name,
      email: person.email,
      profile: 'user',
      super: false,
      companyId: company,
      company: {
        id: company,
        name: `Empresa ${company}`,
        instance: null,
        dueDate: expect.stringMatching(/^\d{4}-12-31$/),
        overdueSince: null,
        settings: [
          { key: 'campaignsEnabled', value: 'true' },
          { key: 'userRating', value: 'disabled' },
          { key: 'scheduleType', value: 'disabled' },
          { key: 'timezone', value: 'America/Sao_Paulo' },
        ],
      },
      support: null,
    })
    expect((await me(body.token)).body).toEqual(body.user)
  })

  test('users of a company that is off cannot sign in or refresh, and only the right password shows why', async () => {
    const off = await principals.company()
    const person = await principals.person(off)
    const { cookie } = await aSession(person)
    await principals.changeCompany(off, { status: false })
    expect(await login(person.email, person.password)).toMatchObject({
      status: 401,
      body: { error: 'ERR_COMPANY_INACTIVE' },
    })
    expect(await login(person.email, 'errada')).toMatchObject(INVALID)
    expect((await refresh(cookie)).status).toBe(401)
  })

  test('the published key verifies an access token', async () => {
    const { token } = await aSession()
    const { keys } = await nobody.call('jwks')
    const { header, claims } = partsOf(token)
    const jwk = keys.find(({ kid }) => kid === header.kid)
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const [head, body, signature = ''] = token.split('.')
    const publicKey = createPublicKey({ key: jwk ?? {}, format: 'jwk' })
    const isGenuine = (text: string) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
    expect(isGenuine(`${head}.${body}`)).toBe(true)
    expect(isGenuine(`${head}.${body}x`)).toBe(false)
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
    expect(Object.keys(claims).sort()).toEqual(['aud', 'cid', 'exp', 'iat', 'sid', 'sub'])
    expect(Number(claims.exp) - Number(claims.iat)).toBe(1200)
  })
})

describe('the refresh cookie', () => {
  test('the refresh cookie on http://localhost has the port in its name, HttpOnly and SameSite', async () => {
    const { email, password } = await principals.person(company)
    const [cookie = ''] = (await login(email, password)).headers.getSetCookie()
    const [value = '', ...attributes] = cookie.split('; ')
    expect(value).toMatch(new RegExp(`^rt-${system.layout.port}=\\S+$`))
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict'])
  })

  test('a refresh answers a new token and rotates the cookie', async () => {
    const { token, cookie } = await aSession()
    const answer = accepted(await refresh(cookie))
    expect(cookieOf(answer)).not.toBe(cookie)
    expect((await me(answer.body.token)).status).toBe(200)
    expect((await me(token)).status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['token', 'user'])
  })

  test('the previous refresh cookie gets the same successor for a while', async () => {
    const { cookie } = await aSession()
    const successors = [await refresh(cookie), await refresh(cookie), await refresh(cookie)]
    expect(successors.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(successors.map(cookieOf)).size).toBe(1)
    expect((await refresh(cookieOf(await refresh(cookie)))).status).toBe(200)
  })

  test('the previous refresh cookie ends the session after 30 seconds', async () => {
    const { userId, token, cookie } = await aSession()
    const successor = cookieOf(await refresh(cookie))
    const key = sessionKey(userId)
    await principals.tenant(company).update(key, { set: { rotatedAt: Date.now() - 29_000 } })
    expect((await refresh(cookie)).status).toBe(200)
    await principals.tenant(company).update(key, { set: { rotatedAt: Date.now() - 30_500 } })
    expect(await refresh(cookie)).toMatchObject(SIGNED_OUT)
    expect(await refresh(successor)).toMatchObject(SIGNED_OUT)
    expect(await me(token)).toMatchObject(SIGNED_OUT)
  })

  test('an older refresh cookie ends the session', async () => {
    const { cookie } = await aSession()
    const second = await refresh(cookie)
    const third = accepted(await refresh(cookieOf(second)))
    const replayed = await refresh(cookie)
    expect(replayed).toMatchObject(SIGNED_OUT)
    expect(replayed.headers.getSetCookie()[0]).toMatch(/^rt-\d+=; Max-Age=0; /)
    expect(await refresh(cookieOf(third))).toMatchObject(SIGNED_OUT)
    expect(await me(third.body.token)).toMatchObject(SIGNED_OUT)
  })

  test('ten tabs that refresh at once get one successor, in 100 rounds', {
    timeout: atMost(120_000),
  }, async () => {
    let { cookie } = await aSession()
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const successors = [...new Set(answers.map(cookieOf))]
      expect(successors).toHaveLength(1)
      expect(successors[0]).not.toBe(cookie)
      cookie = successors[0] ?? ''
    }
  })

  test.each([
    ['that was changed', (cookie: string) => cookie.replace(/\.1\./, '.2.')],
    ['of another company', (cookie: string) => cookie.replace(/=[^.]+/, '=01ARZ3NDEKTSV4RRFFQ69G5FAV')],
    ['without its signature', (cookie: string) => cookie.replace(/\.[^.]+$/, '.')],
    ['that is empty', (cookie: string) => cookie.replace(/=.*/, '=')],
    ['under another name', (cookie: string) => cookie.replace('rt-', '__Host-rt-')],
  ])('a refresh cookie %s is refused, and the session continues', async (_, change) => {
    const { cookie } = await aSession()
    expect(change(cookie)).not.toBe(cookie)
    expect(await refresh(change(cookie))).toMatchObject(SIGNED_OUT)
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('the end of a session', () => {
  test('signing out ends the session at once, with socket and cookie', async () => {
    const { token, cookie } = await aSession()
    const live = await LiveSocket.open(new ApiClient(system.origin, token))
    const answer = await nobody.attempt('logout', {}, { cookie })
    expect(answer.status).toBe(204)
    await eventually('its socket is closed, without another event', async () => live.isClosed)
    expect(live.frames).toEqual([])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^rt-\d+=; Max-Age=0; /)
    expect(await me(token)).toMatchObject(SIGNED_OUT)
    expect(await refresh(cookie)).toMatchObject(SIGNED_OUT)
  })

  test('signing out without a session succeeds', async () => {
    expect((await nobody.attempt('logout')).status).toBe(204)
    expect((await nobody.attempt('logout', {}, { cookie: 'rt-1=x' })).status).toBe(204)
  })

  test('a second sign-in replaces the first, whose browser is told and disconnected', async () => {
    const person = await principals.person(company)
    const first = await aSession(person)
    const older = await LiveSocket.open(new ApiClient(system.origin, first.token))
    const unused = await ticketOf(new ApiClient(system.origin, first.token))
    const colleague = await LiveSocket.open(await principals.signedIn(company))

    const second = await aSession(person)

    expect(await me(first.token)).toMatchObject(REPLACED)
    expect((await me(second.token)).status).toBe(200)
    const { sid } = partsOf(first.token).claims
    expect(await older.frame('the session was replaced', ({ action }) => action === 'replaced')).toEqual({
      channel: `company-${company}-user`,
      action: 'replaced',
      sid,
    })
    await eventually('the older socket is closed', async () => older.isClosed)
    expect(colleague.isClosed).toBe(false)

    // Nor does what the first browser still holds do anything to the second.
    expect(await refresh(first.cookie)).toMatchObject(REPLACED)
    await nobody.attempt('logout', {}, { cookie: first.cookie })
    expect((await me(second.token)).status).toBe(200)

    // A ticket of the session that was replaced opens nothing.
    expect(await handshake(system.origin, { ticket: unused })).toBe(401)
    await new ApiClient(system.origin, second.token).newList()
    await colleague.frame('of the list', ({ action }) => action === 'create')
    const told = colleague.frames.map(({ action }) => action).filter((action) => action !== 'presence')
    expect(told).toEqual(['create'])
    colleague.close()
  })
})

describe('sign-in attempts', () => {
  test('after five wrong passwords an e-mail must wait, even with the right password', async () => {
    const { email, password } = await principals.person(company)
    for (let wrong = 0; wrong < 5; wrong++) expect(await login(email, 'errada')).toMatchObject(INVALID)
    const answer = await login(email, password)
    expect(answer).toMatchObject(THROTTLED)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
  })

  test('an unknown e-mail must wait after five attempts too', async () => {
    for (let wrong = 0; wrong < 5; wrong++)
      expect(await login('ninguem@exemplo.test', 'errada')).toMatchObject(INVALID)
    expect(await login(' NINGUEM@exemplo.test', 'errada')).toMatchObject(THROTTLED)
  })

  test('twelve attempts at once count as twelve', async () => {
    const { email } = await principals.person(company)
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, 'errada')))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  })

  test('successful sign-ins do not count as attempts', async () => {
    const { email, password } = await principals.person(company)
    for (let right = 0; right < 7; right++) expect((await login(email, password)).status).toBe(200)
    for (let wrong = 0; wrong < 4; wrong++) expect(await login(email, 'errada')).toMatchObject(INVALID)
    expect((await login(email, password)).status).toBe(200)
    expect(await login(email, 'errada')).toMatchObject(INVALID)
    expect(await login(email, password)).toMatchObject(THROTTLED)
  })

  test('an e-mail may sign in again after the wait', async () => {
    const { email, password } = await principals.person(company)
    for (let wrong = 0; wrong < 5; wrong++) await login(email, 'errada')
    expect(await login(email, password)).toMatchObject(THROTTLED)
    const key = attemptIndex.key(`email#${email}`)
    await principals.table.update(key, { set: { endsAt: Date.now() - 1 } }, { count: { atLeast: 5 } })
    expect((await login(email, password)).status).toBe(200)
  })

  test('an address has fifty wrong attempts, and another address is not affected', async () => {
    const { email, password } = await principals.person(company)
    const answers = await Promise.all(
      Array.from({ length: 54 }, (_, index) => login(`${index}@exemplo.test`, 'errada', '198.51.100.7')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(refused).toHaveLength(4)
    expect(await login(email, password, '198.51.100.7')).toMatchObject(THROTTLED)
    const forged = { ...fromAddress('198.51.100.7'), [edgeHeaders.viewerAddress]: '198.51.100.8' }
    expect(await nobody.attempt('login', { email, password }, forged)).toMatchObject(THROTTLED)
    expect((await login(email, password, '198.51.100.8')).status).toBe(200)
  })

  test('an IPv6 network has fifty wrong attempts together, and another network is not affected', async () => {
    const { email, password } = await principals.person(company)
    const answers = await Promise.all(
      Array.from({ length: 54 }, (_, index) =>
        login(`v6-${index}@exemplo.test`, 'errada', `2001:db8:7:1:${index}::${index + 1}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(await login(email, password, '2001:db8:7:1::abcd')).toMatchObject(THROTTLED)
    expect((await login(email, password, '2001:db8:7:2::abcd')).status).toBe(200)
  })
})
