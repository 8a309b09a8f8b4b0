import { ApiError } from '@recado/shared/http/api-error'
import { describe, expect, test } from 'vitest'
import { authorised } from '../../web/src/api/authorised.ts'
import {
  createSessionKeeper,
  type SessionPorts,
  type StoredSession,
} from '../../web/src/api/session-keeper.ts'
import { aSessionUser } from '../support/actors.ts'

const user = aSessionUser()
const updated = new ApiError(401, 'ERR_COMPANY_UPDATED', 'Updated')
const replaced = new ApiError(401, 'ERR_SESSION_REPLACED', 'Replaced')
const expired = new ApiError(403, 'ERR_SESSION_EXPIRED', 'Expired')

/** A browser whose refresh cookie is good, after a page load in which `stored` was found. */
function aBrowser(overrides: Partial<SessionPorts> = {}, stored: StoredSession | null = { since: 1, user }) {
  const storage = { session: stored, isSigningOut: false }
  let refreshes = 0
  const session = createSessionKeeper({
    refresh: async () => ({ token: `fresh-${++refreshes}`, user }),
    oneAtATime: (work) => work(),
    isSigningOut: () => storage.isSigningOut,
    endSigningOut: () => {
      storage.isSigningOut = false
    },
    read: () => storage.session,
    write: (written) => {
      storage.session = written
    },
    clear: () => {
      storage.session = null
    },
    now: () => 1,
    ...overrides,
  })
  const ends: (string | null)[] = []
  session.onChange((reason) => ends.push(reason))
  return { session, storage, ends, refreshes: () => refreshes }
}

/** A server that takes the given tokens and finds every other one expired. */
const takes =
  (...good: string[]) =>
  async (token: string) => {
    if (!good.includes(token)) throw expired
    return token
  }

describe('a session in the browser', () => {
  test('a session is identified by its start, and is gone after its end', async () => {
    let now = 5
    const { session } = aBrowser({ now: () => now }, null)
    expect(session.since()).toBeNull()
    session.open({ token: 'first', user })
    expect(session.since()).toBe(5)
    session.end('company-updated')
    expect(session.since()).toBeNull()
    now = 6
    session.open({ token: 'second', user })
    expect(session.since()).toBe(6)
  })

  test('a session gets its token by the refresh cookie after a page load', async () => {
    const { session } = aBrowser()
    expect(await authorised(session, takes('fresh-1'))).toBe('fresh-1')
  })

  test('the token is never stored beyond the page', async () => {
    const { session, storage } = aBrowser({}, null)
    session.open({ token: 'secret', user })
    expect(JSON.stringify(storage)).not.toContain('secret')
    expect(storage.session?.user.name).toBe('Ana')
  })

  test('many calls share one request for a token', async () => {
    const { session, refreshes } = aBrowser()
    await Promise.all([1, 2, 3, 4].map(() => authorised(session, takes('fresh-1'))))
    expect(refreshes()).toBe(1)
  })

  test('a call with an expired token is repeated once with a new one', async () => {
    const { session, refreshes, ends } = aBrowser()
    session.open({ token: 'old', user })
    expect(await authorised(session, takes('fresh-1'))).toBe('fresh-1')
    expect(refreshes()).toBe(1)
    expect(ends).not.toContain('expired')
  })

  test('a call uses the token that another call has fetched meanwhile', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'old', user })
    await Promise.all([authorised(session, takes('fresh-1')), authorised(session, takes('fresh-1'))])
    expect(refreshes()).toBe(1)
  })

  test('a session ends if the new token has expired too', async () => {
    const { session, refreshes } = aBrowser()
    await expect(authorised(session, takes())).rejects.toThrow(expired)
    expect(refreshes()).toBe(2)
    expect(session.user()).toBeNull()
  })

  test('a session ends if the refresh is refused', async () => {
    const refused = new ApiError(401, 'ERR_SESSION_EXPIRED', 'Unknown')
    const { session, storage, ends } = aBrowser({ refresh: () => Promise.reject(refused) })
    await expect(authorised(session, takes('any'))).rejects.toThrow(refused)
    expect([session.user(), storage.session, ends.at(-1)]).toEqual([null, null, 'expired'])
  })

  test('a session survives a network failure', async () => {
    const silence = new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
    const { session } = aBrowser({ refresh: () => Promise.reject(silence) })
    await expect(authorised(session, takes('any'))).rejects.toThrow(silence)
    expect(session.user()?.id).toBe('U1')
  })

  describe.each([
    ['the company was updated', updated, 'company-updated'],
    ['the user signed in elsewhere', replaced, 'replaced'],
  ])('says that %s', (_, refusal, reason) => {
    test.each([
      ['a call', {}],
      ['a refresh', { refresh: () => Promise.reject(refusal) }],
    ])('if %s is refused for it', async (_, ports) => {
      const { session, ends } = aBrowser(ports)
      await expect(authorised(session, () => Promise.reject(refusal))).rejects.toBe(refusal)
      expect(ends.at(-1)).toBe(reason)
    })
  })

  test.each([401, 500, 503])('a session ends on a %i', async (status) => {
    const { session } = aBrowser()
    const answer = () => Promise.reject(new ApiError(status, 'ERR_INTERNAL', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect(session.user()).toBeNull()
  })

  test.each([429, 502, 503])('a session survives a %i that is not the server’s answer', async (status) => {
    const refused = new ApiError(status, 'ERR_UNAVAILABLE', 'Busy')
    const { session } = aBrowser()
    await expect(authorised(session, () => Promise.reject(refused))).rejects.toBe(refused)
    const other = aBrowser({ refresh: () => Promise.reject(refused) })
    await expect(authorised(other.session, takes('any'))).rejects.toBe(refused)
    expect([session.user()?.id, other.session.user()?.id, other.storage.session?.user.id]).toEqual([
      'U1',
      'U1',
      'U1',
    ])
  })

  test.each([400, 404, 409, 429])('a session survives a %i', async (status) => {
    const { session } = aBrowser()
    const answer = () => Promise.reject(new ApiError(status, 'ERR_ANY', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect(session.user()?.id).toBe('U1')
  })

  test('a page of another company reloads the user', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'good', user })
    const changed = new ApiError(409, 'ERR_COMPANY_CHANGED', 'Elsewhere')
    await expect(authorised(session, () => Promise.reject(changed))).rejects.toThrow('Elsewhere')
    expect([session.user()?.id, refreshes()]).toEqual(['U1', 1])
  })

  test('a session survives a missing permission without a new token', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'good', user })
    const answer = () => Promise.reject(new ApiError(403, 'ERR_NO_PERMISSION', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect([session.user()?.id, refreshes()]).toEqual(['U1', 0])
  })

  test('a refresh answered after the logout does not reopen the session', async () => {
    let answer: (token: string) => void = () => undefined
    const late = new Promise<string>((resolve) => {
      answer = resolve
    })
    const { session, storage } = aBrowser({ refresh: async () => ({ token: await late, user }) })
    const refreshing = session.refresh()
    session.end('logout')
    answer('late')
    await expect(refreshing).rejects.toThrow('Signed out')
    expect([session.user(), storage.session]).toEqual([null, null])
  })

  test('a sign-out without an answer allows no refresh, and a new sign-in ends it', async () => {
    const { session, storage, refreshes } = aBrowser()
    storage.isSigningOut = true
    await expect(session.refresh()).rejects.toThrow('Signed out')
    expect([refreshes(), session.user()]).toEqual([0, null])
    session.open({ token: 'new', user })
    await session.refresh()
    expect([refreshes(), storage.isSigningOut]).toEqual([1, false])
  })

  test('a page that is loaded while a sign-out has no answer shows no session, and takes none from another tab', () => {
    const storage = { session: { since: 1, user } }
    const { session } = aBrowser({ read: () => storage.session, isSigningOut: () => true })
    expect(session.user()).toBeNull()
    session.followOtherTab()
    expect(session.user()).toBeNull()
  })

  test('a refresh answered after a sign-out in another tab does not reopen the session', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { session, storage } = aBrowser({ refresh: async () => ({ token: await promise, user }) })
    const refreshing = session.refresh()
    storage.isSigningOut = true
    storage.session = null
    resolve('late')
    await expect(refreshing).rejects.toThrow('Signed out')
    expect([session.user(), storage.session]).toEqual([null, null])
  })

  test('the end of a session keeps a newer session of another tab', () => {
    const { session, storage } = aBrowser()
    storage.session = { since: 2, user }
    session.end('replaced')
    expect(storage.session?.since).toBe(2)
  })

  test('a session takes over what another tab learned about its user', async () => {
    const { session, storage, ends, refreshes } = aBrowser()
    await session.token()
    storage.session = { since: 1, user: { ...user, name: 'Ana Lima' } }
    session.followOtherTab()
    expect([session.user()?.name, ends.length]).toEqual(['Ana Lima', 2])
    expect([await session.token(), refreshes()]).toEqual(['fresh-1', 1])
  })

  test('a session that another tab moves to another company gets a token for it', async () => {
    const { session, storage } = aBrowser()
    await session.token()
    storage.session = { since: 1, user: { ...user, companyId: 'B' } }
    session.followOtherTab()
    expect(await session.token()).toBe('fresh-2')
  })

  test('a refresh after a change of the user does not share one that began before', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const asked = [...answers]
    const { session } = aBrowser({
      refresh: async () => ({ token: (await asked.shift()?.promise) ?? '', user }),
    })
    const before = session.refresh()
    const after = session.refreshAnew()
    answers[0]?.resolve('before')
    answers[1]?.resolve('after')
    expect(await Promise.all([before, after])).toEqual(['before', 'after'])
  })

  test('a session ends when another tab signs out', () => {
    const { session, storage, ends } = aBrowser()
    storage.session = null
    session.followOtherTab()
    expect([session.user(), ends]).toEqual([null, ['other-tab']])
  })
})
