import type { LoginAnswer } from '@recado/shared/sessions/session'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { ops } from '../support/operations.ts'
import { type Person, Principals } from '../support/principals.ts'
import { anAddress, cookieOf } from '../support/sign-ins.ts'
import { partsOf } from '../support/tokens.ts'

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
/** Each command is a process, which starts in a second on a machine that does nothing else. */
vi.setConfig({ testTimeout: 120_000 })

const rotate = (line: string) => ops(`rotate ${line}`, system.layout.data)
const rotated = async (line: string) => expect((await rotate(`${line} --yes`)).exit, line).toBe(0)

const login = ({ email, password }: Person, more: object = {}) =>
  nobody.send<LoginAnswer>('POST', '/auth/login', { email, password, ...more }, anAddress())
const refresh = (cookie: string) =>
  nobody.send<LoginAnswer>('POST', '/auth/refresh_token', undefined, { cookie })
const me = async (token: string) => (await new ApiClient(system.origin, token).send('GET', '/auth/me')).status
const kidOf = (token: string) => partsOf(token).header.kid

describe('a new signing key', () => {
  test('signs from now on, what the one before signed is still good, and both are published', async () => {
    const answer = await login(await principals.person(company))
    await rotated('signing-key')
    const next = await refresh(cookieOf(answer))
    expect(kidOf(next.body.token)).not.toBe(kidOf(answer.body.token))
    expect([await me(answer.body.token), await me(next.body.token)]).toEqual([200, 200])
    const { keys } = await nobody.done<{ keys: { kid: string }[] }>('GET', '/.well-known/jwks.json')
    expect(keys.map(({ kid }) => kid)).toEqual([kidOf(next.body.token), kidOf(answer.body.token)])
  })

  test('at once ends what was signed before; whoever is signed in gets a new token and stays', async () => {
    const answer = await login(await principals.person(company))
    await rotated('signing-key --at-once')
    expect(await me(answer.body.token)).toBe(401)
    const next = await refresh(cookieOf(answer))
    expect(await me(next.body.token)).toBe(200)
  })
})

describe('a new key for refresh tokens', () => {
  test('leaves everybody signed in', async () => {
    const answer = await login(await principals.person(company))
    await rotated('refresh-key')
    const next = await refresh(cookieOf(answer))
    expect([next.status, (await refresh(cookieOf(next))).status]).toEqual([200, 200])
  })

  test('at once signs everybody out', async () => {
    const answer = await login(await principals.person(company))
    await rotated('refresh-key --at-once')
    expect((await refresh(cookieOf(answer))).status).toBe(401)
  })
})

test('a page that was begun before a new cursor key goes on', async () => {
  const operator = await principals.signIn({ email: 'super@demo.test', password: 'recado-demo' })
  for (let number = 0; number < 25; number++)
    await operator.done('POST', '/announcements', {
      title: `Aviso ${number}`,
      text: 'Texto',
      priority: 3,
      status: true,
    })
  const first = await operator.done<{ nextCursor: string }>('GET', '/announcements')
  await rotated('cursor-key')
  const next = await operator.send('GET', `/announcements?cursor=${encodeURIComponent(first.nextCursor)}`)
  expect(next.status).toBe(200)
})

test('an authenticator that was linked two keys ago still lets its user in', async () => {
  const person = await principals.person(company, { profile: 'admin' })
  const client = await principals.signIn(person)
  const { secret } = await client.done<{ secret: string }>('POST', '/auth/totp')
  // Each code counts once: the next step's is tolerated.
  await client.done('PUT', '/auth/totp', { code: codeAt(secret, Date.now()) })
  await rotated('totp-key')
  await rotated('totp-key')
  expect((await login(person, { code: codeAt(secret, Date.now() + 30_000) })).status).toBe(200)
})

test.each([
  ['door-key --yes', 2, /There is no secret door-key\. There are signing-key/],
  ['--yes', 2, /Usage/],
  ['totp-key --at-once --yes', 1, /could never be opened again/],
  ['integration-key --yes', 1, /made when it is first used/],
  ['refresh-key', 1, /nobody to ask/],
])('`rotate %s` changes nothing and says why', async (line, exit, why) => {
  const answer = await login(await principals.person(company))
  const ended = await rotate(line)
  expect(ended.exit).toBe(exit)
  expect(ended.said).toMatch(why)
  expect((await refresh(cookieOf(answer))).status).toBe(200)
})
