import { ApiError } from '@recado/shared/http/api-error'
import { PREVIOUS_REFRESH_TOKEN_MS } from '@recado/shared/sessions/session'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { traceKey } from '../../web/src/api/traces.ts'
import { send } from '../../web/src/api/transport.ts'
import { aSessionUser } from '../support/actors.ts'

vi.mock('../../web/src/api/transport.ts', () => ({ send: vi.fn() }))

const user = aSessionUser()
const elsewhere = { id: 'I2', name: 'Sul', address: 'https://sul.test' }
const credentials = { email: 'ana@demo.test', password: 'x' }

/** What the browser keeps across page loads. */
const stored = new Map<string, string>()
const localStorage = {
  get length() {
    return stored.size
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

let isOnline: boolean
/** Calls at the server, in order. */
let calls: string[]
let listeners: Record<string, () => void>
const fetch = vi.fn(async (path: string, { method }: RequestInit) => {
  if (!isOnline) throw new TypeError('Failed to fetch')
  calls.push(`${method} ${path}`)
  return new Response(null, { status: 204 })
})
const goTo = vi.fn()

/** A page load: modules begin anew, and the storage stays. */
async function loadPage() {
  vi.resetModules()
  listeners = {}
  const { followSigningOut } = await import('../../web/src/api/signing-out.ts')
  followSigningOut()
  return import('../../web/src/api/session.ts')
}
const LOGOUT = 'DELETE /api/auth/logout'
const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  stored.clear()
  ;[isOnline, calls] = [true, []]
  fetch.mockClear()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('navigator', { locks: { request: queued() } })
  vi.stubGlobal('location', { assign: goTo })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    listeners[name] = listener
  })
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation(async (route) => {
    if (!isOnline) throw new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
    calls.push(`${route.method} ${route.path}`)
    return { token: 'token', user } as never
  })
})

test('a sign-out tells the server at once, in a call that outlives the page', async () => {
  const { session, signIn, signOut } = await loadPage()
  await signIn(credentials)
  signOut()
  expect(session.user()).toBeNull()
  await settled()
  expect(calls).toEqual(['POST /auth/login', LOGOUT])
  expect(fetch).toHaveBeenCalledWith('/api/auth/logout', expect.objectContaining({ keepalive: true }))
  expect([...stored.keys()]).toEqual([])
})

test('a sign-out without a network reaches the server when the network comes back', async () => {
  const { session, signIn, signOut } = await loadPage()
  await signIn(credentials)
  isOnline = false
  signOut()
  expect(session.user()).toBeNull()
  await settled()
  isOnline = true
  listeners.online?.()
  await settled()
  expect(calls).toEqual(['POST /auth/login', LOGOUT])
  listeners.online?.()
  await settled()
  expect(calls).toHaveLength(2)
})

test('a sign-out without an answer reaches the server at the next page load', async () => {
  const { signIn, signOut } = await loadPage()
  await signIn(credentials)
  fetch.mockResolvedValueOnce(new Response(null, { status: 503 }))
  signOut()
  await settled()
  const next = await loadPage()
  expect(next.session.user()).toBeNull()
  await settled()
  expect(calls).toEqual(['POST /auth/login', LOGOUT])
})

test('a sign-in waits for an unanswered sign-out, and nothing signs its user out afterwards', async () => {
  const { signIn, signOut } = await loadPage()
  await signIn(credentials)
  isOnline = false
  signOut()
  await settled()
  isOnline = true
  await signIn(credentials)
  listeners.online?.()
  await settled()
  expect(calls).toEqual(['POST /auth/login', LOGOUT, 'POST /auth/login'])
})

test('a user of another instance goes there, and leaves no session here', async () => {
  const { session, signIn } = await loadPage()
  vi.mocked(send).mockResolvedValueOnce({
    token: 'token',
    user: { ...user, company: { ...user.company, instance: elsewhere } },
    handover: 'H1',
  })
  void signIn(credentials)
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('https://sul.test/login#handover=H1'))
  expect([session.user(), calls]).toEqual([null, [LOGOUT]])
})

test('a sign-out deletes its user’s texts, and keeps other users’ texts', async () => {
  const { signIn, signOut } = await loadPage()
  await signIn(credentials)
  const others = [traceKey('chatDraft', 'U2', 'H1'), traceKey('testNumber', 'U2', 'C1'), 'recado.colorScheme']
  const own = (['chatDraft', 'chatOutgoing', 'ticketDraft', 'testNumber'] as const).map((trace) =>
    traceKey(trace, 'U1', 'X'),
  )
  for (const key of [...own, ...others]) stored.set(key, 'x')
  signOut()
  await settled()
  expect([...stored.keys()]).toEqual(others)
})

test('a sign-in waits for a suspended tab with the lock for twelve seconds only, and tells its own errors', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { session, signIn } = await loadPage()
  void navigator.locks.request('recado.refresh', {}, () => new Promise(() => {}))
  const signedIn = signIn(credentials)
  await vi.advanceTimersByTimeAsync(11_999)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await signedIn
  expect([calls, session.user()?.id]).toEqual([['POST /auth/login'], 'U1'])
  isOnline = false
  const refused = expect(signIn(credentials)).rejects.toThrow('Nothing answered')
  await vi.advanceTimersByTimeAsync(12_000)
  await refused
})

test('an error of a call with the lock is not followed by a second try', async () => {
  const { signIn } = await loadPage()
  isOnline = false
  await expect(signIn(credentials)).rejects.toThrow('Nothing answered')
  expect(send).toHaveBeenCalledOnce()
})

/** Locks of one name: each waits for the one before it, unless it is given up. */
function queued() {
  let last: Promise<unknown> = Promise.resolve()
  return (_name: string, { signal }: { signal?: AbortSignal }, work: () => Promise<unknown>) => {
    const turn = last.then(() => (signal?.aborted ? undefined : work()))
    last = turn.catch(() => undefined)
    const { promise: givenUp, reject } = Promise.withResolvers()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return Promise.race([turn, givenUp])
  }
}

test('a refresh is given up while the server still accepts the token that a lost answer replaced', async () => {
  const { session } = await loadPage()
  vi.mocked(send).mockResolvedValue({ token: 'T', user })
  session.open({ token: 'T', user })
  await session.refresh()
  const { answeredWithinMs = 0 } = vi.mocked(send).mock.lastCall?.[2] ?? {}
  // The socket asks again within five seconds, and that call must arrive too.
  expect(answeredWithinMs).toBeGreaterThan(0)
  expect(answeredWithinMs + 10_000).toBeLessThan(PREVIOUS_REFRESH_TOKEN_MS)
})
