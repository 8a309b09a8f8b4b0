import { ApiError } from '@recado/shared/http/api-error'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { authorised } from '../../web/src/api/authorised.ts'
import { createSessionKeeper, type EndReason, type StoredSession } from '../../web/src/api/session-keeper.ts'
import { ApiClient, accepted } from '../support/api-client.ts'
import { codeAt } from '../support/authenticator.ts'
import { ops } from '../support/operations.ts'
import type { Person } from '../support/principals.ts'
import { anAddress, cookieOf } from '../support/sign-ins.ts'
import { ownSystem } from '../support/test-system.ts'
import { partsOf } from '../support/tokens.ts'

const { system, principals } = ownSystem()
let company: string
let nobody: ApiClient

beforeAll(async () => {
  company = await principals.company()
  nobody = new ApiClient(system.origin)
})
/** Each command is a process, which starts in a second on a machine that does nothing else. */
vi.setConfig({ testTimeout: 120_000 })

const rotate = (line: string) => ops(`rotate ${line}`, system.layout.data)
const rotated = async (line: string) => expect((await rotate(`${line} --yes`)).exit, line).toBe(0)

const login = async ({ email, password }: Person, more: { code?: string } = {}) =>
  accepted(await nobody.attempt('login', { email, password, ...more }, anAddress()))
const refresh = (cookie: string) => nobody.attempt('refreshToken', {}, { cookie })
const me = async (token: string) => (await new ApiClient(system.origin, token).attempt('me')).status
const kidOf = (token: string) => partsOf(token).header.kid

/** The id of the signed-in user, or the API's refusal as the browser's client reports it. */
async function userOf(token: string): Promise<string> {
  const answer = await new ApiClient(system.origin, token).attempt('me')
  if (!answer.ok) throw new ApiError(answer.status, answer.body.error, answer.body.message)
  return answer.body.id
}

/** An open tab of this sign-in. */
function aBrowserWith(answer: Awaited<ReturnType<typeof login>>) {
  let cookie = cookieOf(answer)
  let stored: StoredSession | null = null
  const session = createSessionKeeper({
    refresh: async () => {
      const next = accepted(await refresh(cookie))
      cookie = cookieOf(next)
      return next.body
    },
    oneAtATime: (work) => work(),
    isSigningOut: () => false,
    endSigningOut: () => undefined,
    read: () => stored,
    write: (written) => {
      stored = written
    },
    clear: () => {
      stored = null
    },
    now: () => 1,
  })
  session.open(answer.body)
  const ends: EndReason[] = []
  session.onChange((reason) => reason && ends.push(reason))
  return { session, ends }
}

describe('a new signing key', () => {
  test('a new signing key signs new tokens, and the old key still verifies', async () => {
    const answer = await login(await principals.person(company))
    await rotated('signing-key')
    const next = accepted(await refresh(cookieOf(answer)))
    expect(kidOf(next.body.token)).not.toBe(kidOf(answer.body.token))
    expect([await me(answer.body.token), await me(next.body.token)]).toEqual([200, 200])
    const { keys } = await nobody.call('jwks')
    expect(keys.map(({ kid }) => kid)).toEqual([kidOf(next.body.token), kidOf(answer.body.token)])
  })

  test('a new signing key at once voids old tokens, and a browser gets a new one by itself', async () => {
    const answer = await login(await principals.person(company))
    const { session, ends } = aBrowserWith(answer)
    await rotated('signing-key --at-once')
    expect(await me(answer.body.token)).toBe(403)
    expect(await authorised(session, userOf)).toBe(answer.body.user.id)
    expect(ends).toEqual([])
    const { keys } = await nobody.call('jwks')
    expect(keys.map(({ kid }) => kid)).toEqual([kidOf(await session.token())])
  })
})

describe('a new key for refresh tokens', () => {
  test('a new refresh key keeps sessions', async () => {
    const answer = await login(await principals.person(company))
    await rotated('refresh-key')
    const next = await refresh(cookieOf(answer))
    expect([next.status, (await refresh(cookieOf(next))).status]).toEqual([200, 200])
  })

  test('a new refresh key at once ends all sessions', async () => {
    const answer = await login(await principals.person(company))
    await rotated('refresh-key --at-once')
    expect((await refresh(cookieOf(answer))).status).toBe(401)
  })
})

test('a cursor from before a new cursor key still works', async () => {
  const operator = await principals.signIn({ email: 'super@demo.test', password: 'recado-demo' })
  for (let number = 0; number < 25; number++)
    await operator.call('createAnnouncement', {
      title: `Aviso ${number}`,
      text: 'Texto',
      priority: 3,
      status: true,
    })
  const first = await operator.call('listAnnouncements')
  await rotated('cursor-key')
  const next = await operator.attempt('listAnnouncements', { cursor: first.nextCursor ?? '' })
  expect(next.status).toBe(200)
})

test('an authenticator linked two keys ago still works', async () => {
  const person = await principals.person(company, { profile: 'admin' })
  const client = await principals.signIn(person)
  const { secret } = await client.call('beginTotp')
  // Each code counts once: the next step's is tolerated.
  await client.call('confirmTotp', { code: codeAt(secret, Date.now()), currentPassword: person.password })
  await rotated('totp-key')
  await rotated('totp-key')
  expect((await login(person, { code: codeAt(secret, Date.now() + 30_000) })).status).toBe(200)
})

test.each([
  ['door-key --yes', 2, /There is no secret door-key\. There are signing-key/],
  ['--yes', 2, /Usage/],
  ['totp-key --at-once --yes', 1, /could never be opened again/],
  ['integration-key --yes', 1, /its first use creates it/],
  ['refresh-key', 1, /Nobody can answer/],
])('`rotate %s` changes nothing and says why', async (line, exit, why) => {
  const answer = await login(await principals.person(company))
  const ended = await rotate(line)
  expect(ended.exit).toBe(exit)
  expect(ended.said).toMatch(why)
  expect((await refresh(cookieOf(answer))).status).toBe(200)
})
