import { type ErrorBody, pathParamsOf } from '@recado/shared/http/contract'
import { userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { Operator } from '../support/operator.ts'
import { type NamedRoute, routes, type Sample, sampleOf, sent } from '../support/sample-requests.ts'
import { ownSystem } from '../support/test-system.ts'
import { aWorld, type World } from '../support/worlds.ts'

const { system, principals } = ownSystem()
let admin: ApiClient
let world: World

beforeAll(async () => {
  const operator = await Operator.signIn(system.origin)
  const { id: planId } = await operator.newPlan({ users: 50, connections: 50, queues: 50 })
  const { id: instanceId } = await operator.newInstance()
  // With the plan and the instance that the sample of its change names: another one would end the session.
  const company = await principals.company({ planId, instanceId })
  // An operator, so that every call is allowed.
  admin = await principals.signedIn(company, { isSuper: true })
  world = { ...(await aWorld(principals.tenant(company))), planId, instanceId }
  // A room that the caller is in.
  world.chatId = (await admin.call('createChat', { userIds: [world.userId], title: 'Equipe' })).id
  for (const [id, name] of [
    ['announcementId', 'createAnnouncement'],
    ['helpId', 'createHelp'],
  ] as const) {
    const { body } = await sent(admin, routeOf(name), sampleOf(routeOf(name), world))
    world = { ...world, [id]: (body as { id: string }).id }
  }
})

function routeOf(name: string): NamedRoute {
  const found = routes.find((each) => each.name === name)
  if (!found) throw new Error(`There is no call ${name}`)
  return found
}

/** PUTs whose record can be read, with the call that reads it. */
const puts = routes
  .filter(({ route }) => route.method === 'PUT' && route.body !== undefined && !route.asksForChange)
  .flatMap((put) => {
    const { path, recordIn } = put.route
    const read = routes.find(({ name, route }) =>
      recordIn ? name === recordIn.list : route.method === 'GET' && route.path === path,
    )
    // The bounds of retention are nothing but what is sent.
    return read && put.name !== 'saveRetentionBounds' ? [{ put, read, by: recordIn?.by }] : []
  })

/** What the PUT's path names, as the API answers it. */
async function recordOf({ put, read, by }: (typeof puts)[number], request: Sample): Promise<Sample> {
  const { body } = await sent(admin, read, sampleOf(read, world))
  const records = Array.isArray(body) ? (body as Sample[]) : [body as Sample]
  const [param = ''] = pathParamsOf(put.route.path)
  const wanted = request[param]
  const found = by ? records.find((record) => record[by] === wanted) : records[0]
  if (!found) throw new Error(`There is no record for ${put.name}`)
  return found
}

describe('a record that was read and is sent back whole', () => {
  test('nearly every PUT has a record that can be read', () => {
    expect(puts.map(({ put }) => put.name).sort()).toEqual([
      'saveNoticeSettings',
      'saveRetention',
      'saveSetting',
      'updateAnnouncement',
      'updateCampaign',
      'updateChat',
      'updateCompany',
      'updateConnection',
      'updateContact',
      'updateContactList',
      'updateContactListItem',
      'updateHelp',
      'updateInstance',
      'updatePlan',
      'updateQuickReply',
      'updateSchedule',
      'updateTag',
      'updateTicketQueue',
      'updateUser',
    ])
  })

  test.each(puts.map((each) => [each.put.name, each] as const))(
    'a whole record sent back is accepted by %s',
    async (_, each) => {
      const sample = sampleOf(each.put, world)
      const record = await recordOf(each, sample)
      const answer = await sent(admin, each.put, { ...record, ...sample })
      expect(answer.body).not.toMatchObject({ error: expect.anything() })
      expect(answer.status).toBe(200)
    },
  )

  test.each(puts.map((each) => [each.put.name, each] as const))(
    'a record with a changed fixed field or an unknown field is refused by %s',
    async (_, each) => {
      const sample = sampleOf(each.put, world)
      const record = await recordOf(each, sample)
      const fixed = ['createdAt', 'id', 'key', 'lastRun'].find((name) => name in record) ?? 'id'
      for (const extra of [{ [fixed]: 'outro' }, { inventado: 1 }]) {
        const answer = await sent(admin, each.put, { ...record, ...sample, ...extra })
        const { error, details } = answer.body as ErrorBody
        expect([answer.status, error]).toEqual([400, 'ERR_VALIDATION'])
        expect(details).toEqual([{ path: Object.keys(extra)[0], code: 'unrecognized_keys' }])
      }
    },
  )

  test('a value that only answers have is accepted when it is unchanged', async () => {
    const route = routeOf('updateUser')
    const { userId, companyId } = world
    await principals.tenant(companyId).update(userKey(userId), { set: { totp: true } })
    const { body } = await sent(admin, routeOf('getUser'), { userId })
    // A change can switch the second step off, by `false`; `true` is what the record says.
    expect(body).toMatchObject({ totp: true })
    expect(await sent(admin, route, { ...(body as Sample), userId })).toMatchObject({
      status: 200,
      body: { totp: true },
    })
    await principals.tenant(companyId).update(userKey(userId), { set: { totp: false } })
    expect((await sent(admin, route, { ...(body as Sample), userId })).body).toMatchObject({
      error: 'ERR_VALIDATION',
      details: [{ path: 'totp' }],
    })
  })

  test('an operator sends back the record of another company’s user', async () => {
    const person = await principals.person(await principals.company())
    const { companyId } = person
    const request = { userId: person.id, companyId }
    const { body } = await sent(admin, routeOf('getUser'), request)
    expect(body).toMatchObject({ id: person.id, companyId })
    expect((await sent(admin, routeOf('updateUser'), { ...(body as Sample), ...request })).status).toBe(200)
    const other = await principals.signedIn(await principals.company())
    for (const route of ['getUser', 'updateUser'].map(routeOf))
      expect((await sent(other, route, { ...(body as Sample), ...request })).status).toBe(404)
  })
})
