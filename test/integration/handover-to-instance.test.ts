import { companyKey } from '@recado/shared/companies/store'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { atMost } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Person, Principals } from '../support/principals.ts'
import { anAddress, cookieOf } from '../support/sign-ins.ts'
import { partsOf, signed, signingKeyOf, type TokenParts, unsigned } from '../support/tokens.ts'

/** Two deployments: people sign in at the first, their company is on the second. */
let first: RunningSystem
let second: RunningSystem
let person: Person
let there: ApiClient

const placeOf = (origin: string) => {
  const { port } = new URL(origin)
  return { address: 'http://localhost', port: Number(port) }
}
const INVALID = refused(401, 'ERR_HANDOVER_INVALID')

beforeAll(async () => {
  first = await startSystem()
  second = await startSystem()
  there = new ApiClient(second.origin)
  const principals = { first: new Principals(first), second: new Principals(second) }
  const company = await principals.first.company()
  person = await principals.first.person(company, { profile: 'admin' })
  const other = await principals.second.company()
  await principals.second.person(other, { profile: 'admin', email: person.email })
  const operator = await principals.first.signIn({ email: 'super@demo.test', password: 'recado-demo' })
  const instance = await operator.done<{ id: string }>('POST', '/instances', {
    name: 'Segunda',
    ...placeOf(second.origin),
  })
  await principals.first.tenant(company).update(companyKey, { set: { instanceId: instance.id } })
  const operatorThere = await principals.second.signIn({ email: 'super@demo.test', password: 'recado-demo' })
  await operatorThere.done('POST', '/instances', { name: 'Primeira', ...placeOf(first.origin) })
}, atMost(120_000))
afterAll(() => Promise.all([first.stop(), second.stop()]))

const login = () =>
  new ApiClient(first.origin).send<LoginAnswer>(
    'POST',
    '/auth/login',
    { email: person.email, password: person.password },
    anAddress(),
  )
const take = (handover: string) =>
  there.send<LoginAnswer>('POST', '/auth/handover', { handover }, anAddress())
const aHandover = async () => (await login()).body.handover ?? ''

describe('a company on another instance', () => {
  test('is told where that is when its people sign in, with what lets them in there', async () => {
    const { body } = await login()
    expect(body.user.company.instance).toEqual({ address: second.origin })
    const taken = await take(body.handover ?? '')
    expect(taken).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    const me = await new ApiClient(second.origin, taken.body.token).send('GET', '/auth/me')
    expect(me.status).toBe(200)
    const refreshed = await there.send('POST', '/auth/refresh_token', undefined, { cookie: cookieOf(taken) })
    expect(refreshed.status).toBe(200)
  })

  test('its handover lets in once, however many try it at once', async () => {
    const handover = await aHandover()
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(handover)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })
})

describe('nobody is let in by', () => {
  /** A handover of the first instance, changed and signed by its own key. */
  async function changed(change: (parts: TokenParts) => TokenParts): Promise<string> {
    const parts = partsOf(await aHandover())
    return signed(change(parts), await signingKeyOf(first))
  }
  const claiming = (claims: object) =>
    changed((parts) => ({ ...parts, claims: { ...parts.claims, ...claims } }))
  const heading = (header: object) =>
    changed((parts) => ({ ...parts, header: { ...parts.header, ...header } }))
  const now = () => Math.floor(Date.now() / 1000)

  test.each<[string, () => Promise<string>]>([
    ['one for another instance', () => claiming({ aud: 'https://terceira.test' })],
    ['one that has run out', () => claiming({ iat: now() - 120, exp: now() - 60 })],
    ['one that would be good for long', () => claiming({ iat: now() - 120, exp: now() + 3600 })],
    ['one without an end', () => claiming({ exp: undefined })],
    ['one that could be used again', () => claiming({ jti: undefined })],
    ['one of an instance that nobody entered here', () => claiming({ iss: 'https://estranha.test' })],
    ['one that says it is from here', () => claiming({ iss: second.origin })],
    ['one for somebody who has no account here', () => claiming({ sub: 'ninguem@exemplo.test' })],
    ['one for an operator', () => claiming({ sub: 'super@demo.test' })],
    ['one with another type', () => heading({ typ: 'at+jwt' })],
    ['one whose key is not known', () => heading({ kid: 'outra' })],
    [
      'one signed by this instance',
      async () => signed(partsOf(await aHandover()), await signingKeyOf(second)),
    ],
    ['one that nobody signed', async () => unsigned(partsOf(await aHandover()))],
    ['an access token', async () => (await login()).body.token],
    ['what is no token', async () => 'a.b.c'],
  ])('%s', async (_, make) => {
    expect(await take(await make())).toMatchObject(INVALID)
  })
})

test('a handover opens no call but its own', async () => {
  const handover = await aHandover()
  for (const { origin } of [first, second])
    expect((await new ApiClient(origin, handover).send('GET', '/auth/me')).status).toBe(401)
})

test('an instance that does not answer is an error in words', async () => {
  const handover = await aHandover()
  await first.halt()
  expect(await take(handover)).toMatchObject(refused(424, 'ERR_INSTANCE_AWAY'))
})
