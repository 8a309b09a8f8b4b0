import type { ShownUser } from '@recado/shared/users/user'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  mayGrantTo,
  problemsFor,
  takesPassword,
  type UserFormOf,
  userChangeOf,
  userFormValues,
} from '../../web/src/users/form/values.ts'
import { userKeys } from '../../web/src/users/keys.ts'
import { browserOf } from '../../web/src/users/profile/browser-name.ts'
import { applyUserEvent } from '../../web/src/users/realtime.ts'
import { aSessionUser } from '../support/actors.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const AT = '2026-01-02T12:00:00.000Z'
const aUser = (overrides: Partial<ShownUser> = {}): ShownUser => ({
  id: 'U1',
  name: 'Ana',
  email: 'ana@x.test',
  profile: 'user',
  super: false,
  companyId: 'C1',
  queueIds: [],
  queues: [],
  online: false,
  mailProblem: null,
  lastSeenAt: null,
  totp: false,
  selectedCompanyId: null,
  createdAt: AT,
  ...overrides,
})
const of = (overrides: Partial<UserFormOf> = {}): UserFormOf => ({
  user: aUser(),
  isOwn: false,
  mayEditProfile: true,
  mayEditQueues: true,
  mayGrant: false,
  ...overrides,
})
const values = (overrides: object = {}) => ({ ...userFormValues(aUser()), ...overrides })

beforeAll(speakPortuguese)

describe('the form of a user', () => {
  test.each([
    ['name', '', 'Required'],
    ['name', 'A', 'Too Short!'],
    ['name', 'A'.repeat(51), 'Too Long!'],
    ['email', '', 'Required'],
    ['email', 'ana', 'Invalid email'],
    ['password', '1234', 'Too Short!'],
    ['password', '1'.repeat(51), 'Too Long!'],
  ])('the form refuses %s “%s” in the specified words', (field, value, words) => {
    for (const about of [of(), of({ user: undefined })])
      expect(problemsFor(about)(values({ [field]: value }))).toEqual({ [field]: words })
  })

  test('the form accepts an unchanged user', () => {
    expect(problemsFor(of())(values())).toEqual({})
    expect(problemsFor(of({ user: undefined }))(values())).toEqual({})
  })

  test('an operator gives access to another company to another user of the platform, not to themselves', () => {
    const operator = aSessionUser({ id: 'OP', super: true })
    const support = { companyId: 'C2', until: AT, reason: 'Dúvida', mayChange: false }
    expect(mayGrantTo(aUser(), operator)).toBe(true)
    expect(mayGrantTo(aUser({ id: 'OP', super: true }), operator)).toBe(false)
    expect(mayGrantTo(aUser({ companyId: 'C2' }), operator)).toBe(false)
    expect(mayGrantTo(undefined, operator)).toBe(false)
    expect(mayGrantTo(aUser(), { ...operator, super: false })).toBe(false)
    expect(mayGrantTo(aUser(), { ...operator, support })).toBe(false)
  })

  test('the form sends only what the editor may change, and empty texts as null', () => {
    const everything = of({ mayGrant: true, isOwn: true })
    expect(userChangeOf(values(), everything)).toEqual({
      name: 'Ana',
      email: 'ana@x.test',
      password: null,
      currentPassword: null,
      profile: 'user',
      queueIds: [],
      selectedCompanyId: null,
    })
    expect(userChangeOf(values(), of({ mayEditProfile: false, mayEditQueues: false }))).toEqual({
      name: 'Ana',
      email: 'ana@x.test',
      password: null,
    })
  })

  test('a user’s own new password or e-mail needs the current password', () => {
    const own = of({ isOwn: true })
    expect(takesPassword(values(), own)).toBe(false)
    for (const change of [{ password: 'outra' }, { email: 'nova@x.test' }]) {
      expect(takesPassword(values(change), own)).toBe(true)
      expect(takesPassword(values(change), of())).toBe(false)
      expect(problemsFor(own)(values(change))).toEqual({ currentPassword: 'Required' })
      expect(problemsFor(own)(values({ ...change, currentPassword: 'x' }))).toEqual({})
    }
    expect(takesPassword(values({ email: ' ANA@x.test' }), own)).toBe(false)
  })

  test('a newly chosen company for support requires a reason, and is sent with a duration', () => {
    const about = of({ mayGrant: true })
    const chosen = values({ selectedCompanyId: 'C2' })
    expect(problemsFor(about)(chosen)).toEqual({ 'support.reason': 'Campo obrigatório' })
    const support = { reason: 'Chamado 1', minutes: '60', mayChange: true }
    expect(userChangeOf({ ...chosen, support }, about)).toMatchObject({
      selectedCompanyId: 'C2',
      support: { reason: 'Chamado 1', minutes: 60, mayChange: true },
    })
    const standing = of({ mayGrant: true, user: aUser({ selectedCompanyId: 'C2' }) })
    expect(userChangeOf(chosen, standing)).not.toHaveProperty('support')
  })
})

describe('events of users', () => {
  let cache: QueryClient
  const key = [...userKeys.lists, '']
  beforeEach(() => {
    cache = new QueryClient()
    cache.setQueryData(key, { pages: [{ records: [aUser(), aUser({ id: 'U2' })] }], pageParams: [''] })
  })
  const event = (action: string, body: object) => ({
    topic: 'user',
    action,
    frame: { channel: 'company-C1-user', action, ...body },
  })
  const records = () =>
    cache.getQueryData<{ pages: { records: ShownUser[] }[] }>(key)?.pages[0]?.records ?? []

  test('an event shows who is online', () => {
    applyUserEvent(cache, event('presence', { id: 'U1', online: true, lastSeenAt: AT }))
    expect(records()).toEqual([aUser({ online: true, lastSeenAt: AT }), aUser({ id: 'U2' })])
  })

  test('the late end of an older browser does not show a user as offline who has come again', () => {
    const LATER = '2026-01-02T13:00:00.000Z'
    applyUserEvent(cache, event('presence', { id: 'U1', online: true, lastSeenAt: LATER }))
    applyUserEvent(cache, event('presence', { id: 'U1', online: false, lastSeenAt: AT }))
    expect(records()[0]).toMatchObject({ online: true, lastSeenAt: LATER })
    applyUserEvent(cache, event('presence', { id: 'U1', online: false, lastSeenAt: LATER }))
    expect(records()[0]).toMatchObject({ online: false, lastSeenAt: LATER })
  })

  test('an earlier beginning does not show a user as online who has left since', () => {
    applyUserEvent(cache, event('presence', { id: 'U1', online: false, lastSeenAt: AT }))
    applyUserEvent(cache, event('presence', { id: 'U1', online: true, lastSeenAt: AT }))
    expect(records()[0]).toMatchObject({ online: false, lastSeenAt: AT })
  })

  test('events change and remove users in the list', () => {
    applyUserEvent(cache, event('update', { record: aUser({ name: 'Bia' }) }))
    applyUserEvent(cache, event('delete', { id: 'U2' }))
    expect(records().map(({ name }) => name)).toEqual(['Bia'])
  })

  test('a new user refetches the list', () => {
    applyUserEvent(cache, event('create', { record: aUser({ id: 'U3' }) }))
    expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  })

  test('events of other topics change no users', () => {
    applyUserEvent(cache, { ...event('delete', { id: 'U1' }), topic: 'tag' })
    expect(records()).toHaveLength(2)
  })
})

describe('a browser', () => {
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['curl/8.0', undefined],
    [null, undefined],
  ])('the browser “%s” is named %s', (agent, name) => {
    expect(browserOf(agent)).toBe(name)
  })
})
