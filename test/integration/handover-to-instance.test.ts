import type { CompanyElsewhere } from '@recado/shared/companies/company'
import { companyKey } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import type { Instance } from '@recado/shared/instances/instance'
import { userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, accepted, refused } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { Operator } from '../support/operator.ts'
import type { Person } from '../support/principals.ts'
import { anAddress, cookieOf } from '../support/sign-ins.ts'
import { ownSystem } from '../support/test-system.ts'
import { partsOf, signed, signingKeyOf, type TokenParts, unsigned } from '../support/tokens.ts'

/** Two deployments: people sign in at the first, their company is on the second. */
const { system: first, principals } = ownSystem()
const { system: second, principals: principalsThere } = ownSystem()
let person: Person
/** The same person's account at the second. */
let local: Person
let there: ApiClient
let operatorThere: Operator
/** The first, as operators of the second have entered it. */
let firstThere: Instance

const placeOf = (origin: string) => {
  const { port } = new URL(origin)
  return { address: 'http://localhost', port: Number(port) }
}
const INVALID = refused(401, 'ERR_HANDOVER_INVALID')

beforeAll(async () => {
  there = new ApiClient(second.origin)
  const company = await principals.company()
  person = await principals.person(company, { profile: 'admin' })
  const operator = await Operator.signIn(first.origin)
  operatorThere = await Operator.signIn(second.origin)
  const place = { name: 'Segunda', ...placeOf(second.origin) }
  const instance = await operator.client.call('createInstance', place)
  await principals.tenant(company).update(companyKey, { set: { instanceId: instance.id } })
  firstThere = await operatorThere.client.call('createInstance', {
    name: 'Primeira',
    ...placeOf(first.origin),
  })
  local = await principalsThere.person(await principalsThere.company(), { email: person.email })
  await takesFrom(local.companyId, { instanceId: firstThere.id, companyId: company })
})

/** An operator of the second enters from where a company takes people. */
async function takesFrom(companyId: string, handoverFrom: CompanyElsewhere | null): Promise<void> {
  const changed = await operatorThere.changed(await operatorThere.companyOf(companyId), {
    planId: operatorThere.roomy.id,
    handoverFrom,
  })
  expect(changed).toMatchObject({ handoverFrom })
}

const login = () =>
  new ApiClient(first.origin).call('login', { email: person.email, password: person.password }, anAddress())
const take = (handover: string, more: { code?: string } = {}) =>
  there.attempt('takeHandover', { handover, ...more }, anAddress())
const aHandover = async () => (await login()).handover ?? ''

describe('a company on another instance', () => {
  test('a sign-in at the first instance answers the address and a handover for the second', async () => {
    const { user, handover } = await login()
    expect(user.company.instance).toEqual({ address: second.origin })
    const taken = accepted(await take(handover ?? ''))
    expect(taken).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    const me = await new ApiClient(second.origin, taken.body.token).attempt('me')
    expect(me.status).toBe(200)
    const refreshed = await there.attempt('refreshToken', {}, { cookie: cookieOf(taken) })
    expect(refreshed.status).toBe(200)
  })

  test('a handover signs in once', async () => {
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
  test('a handover names issuer, company, user and e-mail', async () => {
    const { claims } = partsOf(await aHandover())
    expect(claims).toMatchObject({
      iss: first.origin,
      sub: person.id,
      cid: person.companyId,
      email: person.email,
    })
  })

  test('a handover into a company that takes no people is refused', async () => {
    const stranger = await principalsThere.person(await principalsThere.company())
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('a handover into a company that takes people from another company is refused', async () => {
    const otherwise = await principalsThere.company()
    const stranger = await principalsThere.person(otherwise)
    await takesFrom(otherwise, { instanceId: firstThere.id, companyId: newId() })
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('a handover from another instance than the configured one is refused', async () => {
    const otherwise = await principalsThere.company()
    const stranger = await principalsThere.person(otherwise)
    const { id } = await operatorThere.newInstance()
    await takesFrom(otherwise, { instanceId: id, companyId: person.companyId })
    expect(await take(await claiming({ email: stranger.email }))).toMatchObject(INVALID)
  })

  test('a handover is refused after the company stops taking people', async () => {
    const handover = await aHandover()
    await takesFrom(local.companyId, null)
    expect(await take(handover)).toMatchObject(INVALID)
    await takesFrom(local.companyId, { instanceId: firstThere.id, companyId: person.companyId })
    expect((await take(handover)).status).toBe(200)
  })

  test('an unknown instance is refused, and a change without the field keeps the instance', async () => {
    const company = await operatorThere.companyOf(local.companyId)
    const unknown = { instanceId: newId(), companyId: person.companyId }
    expect(await operatorThere.change(company, { handoverFrom: unknown })).toMatchObject(
      refused(404, 'ERR_NO_INSTANCE_FOUND'),
    )
    const kept = await operatorThere.changed(company, { name: 'Outro nome' })
    expect(kept.handoverFrom).toEqual({ instanceId: firstThere.id, companyId: person.companyId })
  })

  test('a handover of a user with two-step sign-in needs a code', async () => {
    const client = await principalsThere.signIn(local)
    const { secret } = await client.call('beginTotp')
    await client.call('confirmTotp', { code: codeAt(secret, Date.now()), currentPassword: local.password })
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

describe('a wrong handover', () => {
  const heading = (header: object) =>
    changed((parts) => ({ ...parts, header: { ...parts.header, ...header } }))
  const now = () => Math.floor(Date.now() / 1000)

  test.each<[string, () => Promise<string>]>([
    ['one for another instance', () => claiming({ aud: 'https://terceira.test' })],
    ['one that has run out', () => claiming({ iat: now() - 120, exp: now() - 60 })],
    ['one that would be good for long', () => claiming({ iat: now() - 120, exp: now() + 3600 })],
    ['one without an end', () => claiming({ exp: undefined })],
    ['one that could be used again', () => claiming({ jti: undefined })],
    ['one of an unregistered instance', () => claiming({ iss: 'https://estranha.test' })],
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
    ['an access token', async () => (await login()).token],
    ['what is no token', async () => 'a.b.c'],
  ])('a handover is refused when it is %s', async (_, make) => {
    expect(await take(await make())).toMatchObject(INVALID)
  })
})

test('a handover is no access token', async () => {
  const handover = await aHandover()
  const answers = await Promise.all(
    [first, second].map(({ origin }) => new ApiClient(origin, handover).attempt('me')),
  )
  // The second one does not know its key, and cannot tell it from a token before a rotation.
  expect(answers.map(({ status }) => status)).toEqual([401, 403])
})

test('a handover from an unreachable instance answers ERR_INSTANCE_AWAY', async () => {
  const handover = await aHandover()
  await first.halt()
  expect(await take(handover)).toMatchObject(refused(424, 'ERR_INSTANCE_AWAY'))
})
