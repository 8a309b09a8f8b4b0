import {
  type Access,
  ADMIN_PERMISSIONS,
  ANY_USER,
  CAMPAIGN_USER,
  hasPermission,
  mayCall,
  needs,
  OPERATOR,
} from '@recado/shared/access'
import { allRoutes, api } from '@recado/shared/api/routes'
import { describe, expect, test } from 'vitest'

const user = { profile: 'user', campaignsEnabled: true, super: false } as const
const admin = { profile: 'admin', campaignsEnabled: true, super: false } as const
const operator = { ...admin, super: true } as const
const withoutCampaigns = { profile: 'admin', campaignsEnabled: false, super: false } as const

const may = (who: Parameters<typeof mayCall>[0], access: Access) =>
  access === 'public' || mayCall(who, access)

describe('permissions', () => {
  test('permissions match the specification, and only admins have them', () => {
    expect([...ADMIN_PERMISSIONS].sort()).toEqual([
      'connections-page:actionButtons',
      'connections-page:addConnection',
      'connections-page:editOrDeleteConnection',
      'contacts-page:deleteContact',
      'dashboard:view',
      'drawer-admin-items:view',
      'ticket-options:deleteTicket',
      'tickets-manager:showall',
      'user-modal:editProfile',
      'user-modal:editQueues',
    ])
    for (const permission of ADMIN_PERMISSIONS) {
      expect(hasPermission('admin', permission)).toBe(true)
      expect(hasPermission('user', permission)).toBe(false)
    }
  })

  test('a call for any user is open to every signed-in user', () => {
    for (const who of [user, admin, withoutCampaigns]) expect(may(who, ANY_USER)).toBe(true)
  })

  test('a campaign call is closed to a company without campaigns, also to its admins', () => {
    expect(may(user, CAMPAIGN_USER)).toBe(true)
    expect(may(admin, CAMPAIGN_USER)).toBe(true)
    expect(may(withoutCampaigns, CAMPAIGN_USER)).toBe(false)
  })

  test('a call that needs a permission is closed to users without it', () => {
    const access = needs('connections-page:addConnection')
    expect(may(admin, access)).toBe(true)
    expect(may(withoutCampaigns, access)).toBe(true)
    expect(may(user, access)).toBe(false)
  })

  test('a call that needs campaigns and a permission is closed if either is missing', () => {
    const access = { permission: 'contacts-page:deleteContact', campaigns: true } as const
    expect(may(admin, access)).toBe(true)
    expect(may(user, access)).toBe(false)
    expect(may(withoutCampaigns, access)).toBe(false)
  })

  test('an operator’s call is closed to every admin of a company', () => {
    expect(may(operator, OPERATOR)).toBe(true)
    for (const who of [user, admin, withoutCampaigns]) expect(may(who, OPERATOR)).toBe(false)
  })
})

describe('the route table', () => {
  const all = allRoutes()
  const by = (is: (domain: string, path: string) => boolean) =>
    all.filter(({ domain, route }) => is(domain, route.path))

  test('requires a session, except to start one, to end one, or where none is needed', () => {
    const open = all.filter(({ route }) => route.access === 'public').map(({ name }) => name)
    expect(open.sort()).toEqual([
      'forgotPassword',
      'health',
      'jwks',
      'login',
      'logout',
      'openApiDocument',
      'refreshToken',
      'resetPassword',
      'signUp',
      'stopNoticeMails',
      'takeHandover',
    ])
  })

  test('closes every call of campaigns and lists to companies without campaigns', () => {
    const closed = by(
      (domain, path) => ['campaigns', 'contact-lists'].includes(domain) && !path.startsWith('/platform/'),
    )
    expect(closed.length).toBeGreaterThan(20)
    for (const { name, route } of closed) expect(route.access, name).toMatchObject({ campaigns: true })
  })

  test('opens every platform call to operators only', () => {
    const calls = by((_, path) => path.startsWith('/platform/'))
    expect(calls.length).toBe(3)
    for (const { name, route } of calls) expect(route.access, name).toEqual(OPERATOR)
  })

  test('lets only admins change connections', () => {
    const changing = by((domain) => domain === 'connections').filter(
      ({ name, route }) => route.method !== 'GET' && name !== 'testConnection',
    )
    expect(changing.length).toBeGreaterThan(5)
    for (const { name, route } of changing)
      expect(route.access, name).toMatchObject({ permission: expect.stringMatching(/^connections-page:/) })
  })

  test('has each call once, under a path that starts with a slash and does not end with one', () => {
    const calls = all.map(({ route: { method, path } }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(calls).size).toBe(calls.length)
    for (const { route } of all) expect(route.path).toMatch(/^(\/[\w.{}-]+)+$/)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(Object.values(api).flatMap((routes) => Object.keys(routes))).toHaveLength(all.length)
  })
})
