import { ApiError } from '@recado/shared/http/client'
import { describe, expect, it } from 'vitest'
import { authorised } from '../../web/src/api/authorised.ts'
import {
  createSessionKeeper,
  type SessionPorts,
  type StoredSession,
} from '../../web/src/api/session-keeper.ts'

const user = {
  id: 'U1',
  name: 'Ana',
  email: 'ana@demo.test',
  profile: 'admin' as const,
  super: false,
  companyId: 'C1',
  company: {
    id: 'C1',
    name: 'Demonstração',
    dueDate: null,
    overdueSince: null,
    settings: [],
    instance: null,
  },
  support: null,
}
const updated = new ApiError(401, 'ERR_COMPANY_UPDATED', 'Updated')
const expired = new ApiError(403, 'ERR_SESSION_EXPIRED', 'Expired')

/** A browser whose refresh cookie is good, after a page load in which `stored` was found. */
function aBrowser(overrides: Partial<SessionPorts> = {}, stored: StoredSession | null = { since: 1, user }) {
  const storage = { session: stored }
  let refreshes = 0
  const session = createSessionKeeper({
    refresh: async () => ({ token: `fresh-${++refreshes}`, user }),
    oneAtATime: (work) => work(),
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
  it('is told from the next one by when it began, and is none after its end', async () => {
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

  it('gets its token by the refresh cookie after a page load', async () => {
    const { session } = aBrowser()
    expect(await authorised(session, takes('fresh-1'))).toBe('fresh-1')
  })

  it('never writes the token where it outlives the page', async () => {
    const { session, storage } = aBrowser({}, null)
    session.open({ token: 'secret', user })
    expect(JSON.stringify(storage)).not.toContain('secret')
    expect(storage.session?.user.name).toBe('Ana')
  })

  it('asks for one token, however many calls need it', async () => {
    const { session, refreshes } = aBrowser()
    await Promise.all([1, 2, 3, 4].map(() => authorised(session, takes('fresh-1'))))
    expect(refreshes()).toBe(1)
  })

  it('repeats a call once with a new token when the old one has expired', async () => {
    const { session, refreshes, ends } = aBrowser()
    session.open({ token: 'old', user })
    expect(await authorised(session, takes('fresh-1'))).toBe('fresh-1')
    expect(refreshes()).toBe(1)
    expect(ends).not.toContain('expired')
  })

  it('uses the token that another call has fetched meanwhile', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'old', user })
    await Promise.all([authorised(session, takes('fresh-1')), authorised(session, takes('fresh-1'))])
    expect(refreshes()).toBe(1)
  })

  it('ends when the new token is found expired as well, without asking for ever', async () => {
    const { session, refreshes } = aBrowser()
    await expect(authorised(session, takes())).rejects.toThrow(expired)
    expect(refreshes()).toBe(2)
    expect(session.user()).toBeNull()
  })

  it('ends when the refresh is refused', async () => {
    const refused = new ApiError(401, 'ERR_SESSION_EXPIRED', 'Unknown')
    const { session, storage, ends } = aBrowser({ refresh: () => Promise.reject(refused) })
    await expect(authorised(session, takes('any'))).rejects.toThrow(refused)
    expect([session.user(), storage.session, ends.at(-1)]).toEqual([null, null, 'expired'])
  })

  it('outlives a network that does not answer', async () => {
    const silence = new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
    const { session } = aBrowser({ refresh: () => Promise.reject(silence) })
    await expect(authorised(session, takes('any'))).rejects.toThrow(silence)
    expect(session.user()?.id).toBe('U1')
  })

  it.each([
    ['a call', {}],
    ['a refresh', { refresh: () => Promise.reject(updated) }],
  ])('says that the company was updated where %s is refused for it', async (_, ports) => {
    const { session, ends } = aBrowser(ports)
    await expect(authorised(session, () => Promise.reject(updated))).rejects.toBe(updated)
    expect(ends.at(-1)).toBe('company-updated')
  })

  it.each([401, 500, 503])('ends on a %i', async (status) => {
    const { session } = aBrowser()
    const answer = () => Promise.reject(new ApiError(status, 'ERR_INTERNAL', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect(session.user()).toBeNull()
  })

  it.each([400, 404, 409, 429])('outlives a %i', async (status) => {
    const { session } = aBrowser()
    const answer = () => Promise.reject(new ApiError(status, 'ERR_ANY', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect(session.user()?.id).toBe('U1')
  })

  it('asks anew where one is when the page is another company’s by now', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'good', user })
    const changed = new ApiError(409, 'ERR_COMPANY_CHANGED', 'Elsewhere')
    await expect(authorised(session, () => Promise.reject(changed))).rejects.toThrow('Elsewhere')
    expect([session.user()?.id, refreshes()]).toEqual(['U1', 1])
  })

  it('outlives a missing permission, and asks for no new token because of it', async () => {
    const { session, refreshes } = aBrowser()
    session.open({ token: 'good', user })
    const answer = () => Promise.reject(new ApiError(403, 'ERR_NO_PERMISSION', 'No'))
    await expect(authorised(session, answer)).rejects.toThrow('No')
    expect([session.user()?.id, refreshes()]).toEqual(['U1', 0])
  })

  it('is not opened again by a refresh that is answered after the logout', async () => {
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

  it('leaves alone what another tab has stored since', () => {
    const { session, storage } = aBrowser()
    storage.session = { since: 2, user }
    session.end('replaced')
    expect(storage.session?.since).toBe(2)
  })

  it('ends when another tab has signed out', () => {
    const { session, storage, ends } = aBrowser()
    storage.session = null
    session.followOtherTab()
    expect([session.user(), ends]).toEqual([null, ['other-tab']])
  })
})
