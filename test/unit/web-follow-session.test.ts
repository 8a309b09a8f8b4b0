import type { SessionUser } from '@recado/shared/sessions/session'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { followSession } from '../../web/src/session/follow-session.ts'
import { aSessionUser } from '../support/actors.ts'

const { kept } = vi.hoisted(() => {
  const kept: { user: unknown; tell: (reason: null) => void } = { user: null, tell: () => undefined }
  return { kept }
})
vi.mock('../../web/src/api/session.ts', () => ({
  session: {
    user: () => kept.user,
    onChange: (listener: typeof kept.tell) => {
      kept.tell = listener
      return () => undefined
    },
  },
}))

const withCampaigns = (value: string): SessionUser['company'] => ({
  ...aSessionUser().company,
  settings: [{ key: 'campaignsEnabled', value }],
})
const user = (overrides: Partial<SessionUser> = {}): SessionUser =>
  aSessionUser({ profile: 'user', company: withCampaigns('true'), ...overrides })

const invalidate = vi.fn()
const onSignedOut = vi.fn()
const client = new QueryClient()

beforeEach(() => {
  vi.resetAllMocks()
  client.setQueryData(['campaigns'], [])
  kept.user = user()
  followSession({ invalidate }, client, onSignedOut)
})

/** The session is refreshed, and its user is this one now. */
function learned(now: SessionUser | null): void {
  kept.user = now
  kept.tell(null)
}

test.each([
  ['another company', user({ companyId: 'C2' })],
  ['another profile', user({ profile: 'admin' })],
  ['no campaigns any more', user({ company: withCampaigns('false') })],
])('a user with %s gets data and pages anew', (_, now) => {
  learned(now)
  expect(invalidate).toHaveBeenCalledOnce()
  expect(client.getQueryData(['campaigns'])).toBeUndefined()
})

test('a user with another name keeps data and pages', () => {
  learned(user({ name: 'Ana Lima' }))
  expect(invalidate).not.toHaveBeenCalled()
  expect(client.getQueryData(['campaigns'])).toEqual([])
})

test('the end of the session opens the pages before the login', () => {
  learned(null)
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(client.getQueryData(['campaigns'])).toBeUndefined()
})
