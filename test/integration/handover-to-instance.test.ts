import type { CompanyElsewhere } from '@recado/shared/companies/company'
import { companyKey } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import type { Instance } from '@recado/shared/instances/instance'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { userKey } from '@recado/shared/users/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { atMost } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Operator } from '../support/operator.ts'
import { type Person, Principals } from '../support/principals.ts'
import { anAddress, cookieOf } from '../support/sign-ins.ts'
import { partsOf, signed, signingKeyOf, type TokenParts, unsigned } from '../support/tokens.ts'

/** Two deployments: people sign in at the first, their company is on the second. */
let first: RunningSystem
let second: RunningSystem
let person: Person
/** The same person's account at the second. */
let local: Person
let there: ApiClient
let principalsThere: Principals
let operatorThere: Operator
/** The first, as operators of the second have entered it. */
let firstThere: Instance

const placeOf = (origin: string) => {
  const { port } = new URL(origin)
  return { address: 'http://localhost', port: Number(port) }
}
const INVALID = refused(401, 'ERR_HANDOVER_INVALID')

beforeAll(async () => {
  first = await startSystem()
  second = await startSystem()
  there = new ApiClient(second.origin)
  const principals = new Principals(first)
  principalsThere = new Principals(second)
  const company = await principals.company()
  person = await principals.person(company, { profile: 'admin' })
  const operator = await Operator.signIn(first.origin)
  operatorThere = await Operator.signIn(second.origin)
  const place = { name: 'Segunda', ...placeOf(second.origin) }
  const instance = await operator.client.done<Instance>('POST', '/instances', place)
  await principals.tenant(company).update(companyKey, { set: { instanceId: instance.id } })
  firstThere = await operatorThere.client.done<Instance>('POST', '/instances', {
    name: 'Primeira',
    ...placeOf(first.origin),
  })
  local = await principalsThere.person(await principalsThere.company(), { email: person.email })
  await takesFrom(local.companyId, { instanceId: firstThere.id, companyId: company })
}, atMost(120_000))
afterAll(() => Promise.all([first.stop(), second.stop()]))

/** An operator of the second enters from where a company takes people. */
async function takesFrom(companyId: string, handoverFrom: CompanyElsewhere | null): Promise<void> {
  const changed = await operatorThere.change(await operatorThere.companyOf(companyId), {
    planId: operatorThere.roomy.id,
    handoverFrom,
  })
  expect(changed).toMatchObject({ status: 200, body: { handoverFrom } })
}

const login = () =>
  new ApiClient(first.origin).send<LoginAnswer>(
    'POST',
    '/auth/login',
    { email: person.email, password: person.password },
    anAddress(),
  )
const take = (handover: string, more: object = {}) =>
  there.send<LoginAnswer>('POST', '/auth/handover', { handover, ...more }, anAddress())
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

/** A handover of the first instance, changed and signed by its own key. */
async function changed(change: (parts: TokenParts) => TokenParts): Promise<string> {
  const parts = partsOf(await aHandover())
  return signed(change(parts), await signingKeyOf(first))
}
const claiming = (claims: object) =>
  changed((parts) => ({ ...parts, claims: { ...parts.claims, ...claims } }))

describe('a company that takes people from another instance', () => {
  test('a handover says who issued it, whose company and user it is, and the e-mail', async () => {
    const { claims } = partsOf(await aHandover())
    expect(claims).toMatchObject({
      iss: first.origin,
      sub: person.id,
      cid: person.companyId,
      email: person.email,
    })
  })

  test('an admin of another instance cannot enter a company that takes no people', async () => {
    const stranger = await principalsThere.person(await principalsThere.company())
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('an admin of another instance cannot enter a company that takes people from another company', async () => {
    const otherwise = await principalsThere.company()
    const stranger = await principalsThere.person(otherwise)
    await takesFrom(otherwise, { instanceId: firstThere.id, companyId: newId() })
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('a handover from another instance than the one that was entered opens nothing', async () => {
    const otherwise = await principalsThere.company()
    const stranger = await principalsThere.person(otherwise)
    const { id } = await operatorThere.newInstance()
    await takesFrom(otherwise, { instanceId: id, companyId: person.companyId })
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('a handover is refused once the company takes no people any more', async () => {
    const handover = await aHandover()
    await takesFrom(local.companyId, null)
    expect(await take(handover)).toMatchObject(INVALID)
    await takesFrom(local.companyId, { instanceId: firstThere.id, companyId: person.companyId })
    expect((await take(handover)).status).toBe(200)
  })

  test('an unknown instance is refused, and a change without the field keeps it', async () => {
    const company = await operatorThere.companyOf(local.companyId)
    const unknown = { instanceId: newId(), companyId: person.companyId }
    expect(await operatorThere.change(company, { handoverFrom: unknown })).toMatchObject(
      refused(404, 'ERR_NO_INSTANCE_FOUND'),
    )
    const kept = await operatorThere.change(company, { name: 'Outro nome' })
    expect(kept.body.handoverFrom).toEqual({ instanceId: firstThere.id, companyId: person.companyId })
  })

  test('a handover asks for the code of a user who has a second step here', async () => {
    const client = await principalsThere.signIn(local)
    const { secret } = await client.done<{ secret: string }>('POST', '/auth/totp')
    await client.done('PUT', '/auth/totp', { code: codeAt(secret, Date.now()) })
    const handover = await aHandover()
    expect(await take(handover)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'))
    expect(await take(handover)).toMatchObject(refused(401, 'ERR_TOTP_REQUIRED'))
    expect(await take(handover, { code: '000000' })).toMatchObject(refused(401, 'ERR_TOTP_INVALID'))
    // A code is taken once: the next one is half a minute ahead, which the tolerance allows.
    const code = codeAt(secret, Date.now() + 30_000)
    const answers = await Promise.all([1, 2, 3].map(() => take(handover, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await take(handover, { code })).toMatchObject(INVALID)
    await principalsThere.tenant(local.companyId).update(userKey(local.id), { set: { totp: false } })
  })
})

describe('nobody is let in by', () => {
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
    ['one for a person without an account here', () => claiming({ email: 'ninguem@exemplo.test' })],
    ['one for an operator', () => claiming({ email: 'super@demo.test' })],
    ['one of another company of the instance', () => claiming({ cid: newId() })],
    ['one that names no company', () => claiming({ cid: undefined })],
    ['one that names no user', () => claiming({ sub: undefined })],
    ['one that names no e-mail', () => claiming({ email: undefined })],
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
