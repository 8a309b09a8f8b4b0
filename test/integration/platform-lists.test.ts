import type { Help } from '@recado/shared/helps/help'
import type { Instance } from '@recado/shared/instances/instance'
import { localDate } from '@recado/shared/local-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { aColor } from '../support/builders.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { aName, anEmail, Operator } from '../support/operator.ts'
import { Principals } from '../support/principals.ts'

const _TODAY = localDate(Date.now(), 'America/Sao_Paulo')

let system: RunningSystem
let principals: Principals
let operator: Operator
let nobody: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  operator = await Operator.signIn(system.origin)
  nobody = new ApiClient(system.origin)
})
afterAll(() => system.stop())

const _login = (email: string, password: string) => nobody.send('POST', '/auth/login', { email, password })

describe('a plan', () => {
  const newQueue = (client: ApiClient) =>
    client.send<{ id: string; error: string }>('POST', '/queue', { name: aName('Fila'), color: aColor() })
  const newConnection = (client: ApiClient) =>
    client.send<{ id: string; error: string }>('POST', '/whatsapp', { name: 'Loja' })

  test.each([
    ['queues', newQueue, '/queue'],
    ['connections', newConnection, '/whatsapp'],
  ] as const)(
    'allows so many %s, of five at once as well, and one more when one goes',
    async (_, create, path) => {
      const { id: planId } = await operator.newPlan({ connections: 2, queues: 2 })
      const admin = await operator.firstAdmin(await operator.newCompany({ planId }))
      const answers = await Promise.all(Array.from({ length: 5 }, () => create(admin)))
      const made = answers.filter(({ status }) => status === 201)
      expect(made).toHaveLength(2)
      for (const answer of answers.filter(({ status }) => status !== 201))
        expect(answer).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
      expect(await admin.done<unknown[]>('GET', path)).toHaveLength(2)
      const last = path === '/whatsapp' ? await notDefault(admin) : made[0]?.body.id
      expect((await admin.send('DELETE', `${path}/${last}`)).status).toBe(204)
      expect((await create(admin)).status).toBe(201)
      expect(await create(admin)).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
    },
  )

  /** The default connection is not let go while there are others. */
  async function notDefault(client: ApiClient): Promise<string | undefined> {
    const all = await client.done<{ id: string; isDefault: boolean }[]>('GET', '/whatsapp?session=0')
    return all.find(({ isDefault }) => !isDefault)?.id
  }

  test('that is too small for what a company has is refused, and says for what', async () => {
    const company = await operator.newCompany()
    const admin = await operator.firstAdmin(company)
    for (let at = 0; at < 2; at++) await newQueue(admin)
    await newConnection(admin)
    const small = await operator.newPlan({ users: 1, connections: 1, queues: 1 })
    const answer = await operator.change(company, { planId: small.id })
    expect(answer).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
    expect(answer.body).toMatchObject({ details: [{ path: 'queues', code: 'too_many' }] })
    expect((await operator.companyOf(company.id)).planId).toBe(operator.roomy.id)
    const fitting = await operator.newPlan({ users: 1, connections: 1, queues: 2 })
    expect((await operator.change(company, { planId: fitting.id })).body.plan).toMatchObject({
      id: fitting.id,
    })
  })

  test('counts its companies, and goes only when it has none', async () => {
    const plan = await operator.newPlan()
    const company = await operator.newCompany({ planId: plan.id })
    expect((await operator.planOf(plan.id))?.companies).toBe(1)
    const remove = () => operator.client.send('DELETE', `/plans/${plan.id}`)
    expect(await remove()).toMatchObject({
      ...refused(409, 'ERR_PLAN_IN_USE'),
      body: { details: [{ path: 'companies', code: '1' }] },
    })
    await operator.change(company, { planId: operator.roomy.id })
    expect((await operator.planOf(plan.id))?.companies).toBe(0)
    expect((await remove()).status).toBe(204)
    expect(await remove()).toMatchObject(refused(404, 'ERR_NO_PLAN_FOUND'))
  })

  test('has a name of its own, and whatever becomes of it at once with a company, the two agree', async () => {
    const plan = await operator.newPlan()
    const body = { name: `  ${plan.name.toUpperCase()} `, users: 1, connections: 1, queues: 1 }
    expect(await operator.client.send('POST', '/plans', body)).toMatchObject(
      refused(409, 'ERR_DUPLICATED_NAME'),
    )
    const other = await operator.newPlan()
    expect(await operator.client.send('PUT', `/plans/${other.id}`, body)).toMatchObject(
      refused(409, 'ERR_DUPLICATED_NAME'),
    )
    expect((await operator.client.send('PUT', `/plans/${plan.id}`, body)).status).toBe(200)
    const [removed, made] = await Promise.all([
      operator.client.send('DELETE', `/plans/${other.id}`),
      operator.client.send('POST', '/companies', {
        name: 'Ao mesmo tempo',
        email: anEmail(),
        planId: other.id,
      }),
    ])
    expect([removed.status, made.status]).toEqual(made.status === 201 ? [409, 201] : [204, 404])
  })
})

test('an instance counts its companies, and goes only when it has none', async () => {
  const instance = await operator.newInstance()
  expect(instance).toMatchObject({ address: 'https://filial.exemplo.test', companies: 0 })
  const company = await operator.newCompany({ instanceId: instance.id })
  expect(await operator.client.done<Instance[]>('GET', '/instances')).toContainEqual({
    ...instance,
    companies: 1,
  })
  const remove = () => operator.client.send('DELETE', `/instances/${instance.id}`)
  expect(await remove()).toMatchObject(refused(409, 'ERR_INSTANCE_IN_USE'))
  const body = { name: instance.name, address: 'https://outra.exemplo.test', port: 8443 }
  expect(await operator.client.done('PUT', `/instances/${instance.id}`, body)).toMatchObject({
    ...body,
    companies: 1,
  })
  expect(await operator.client.send('POST', '/instances', body)).toMatchObject(
    refused(409, 'ERR_DUPLICATED_NAME'),
  )
  await operator.change(company, { instanceId: '' })
  expect((await remove()).status).toBe(204)
})

test('help videos are changed by operators and seen by everybody', async () => {
  const user = await principals.signedIn(await principals.company(), { profile: 'user' })
  const video = { title: aName('Conectar'), video: 'https://youtu.be/aqz-KE-bpKQ', description: '' }
  const help = await operator.client.done<Help>('POST', '/helps', video)
  expect(help).toMatchObject({ video: 'aqz-KE-bpKQ', description: null })
  expect(await user.done<Help[]>('GET', '/helps')).toContainEqual(help)
  expect(await user.send('GET', '/helps/list')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  expect(await user.send('POST', '/helps', video)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  expect(await operator.client.send('POST', '/helps', video)).toMatchObject(
    refused(409, 'ERR_DUPLICATED_NAME'),
  )
  const changed = { title: help.title, video: 'YE7VzlLtp-4', description: 'Passo a passo' }
  await operator.client.done('PUT', `/helps/${help.id}`, changed)
  expect(await user.done<Help[]>('GET', '/helps')).toContainEqual(expect.objectContaining(changed))
  expect((await operator.client.send('DELETE', `/helps/${help.id}`)).status).toBe(204)
  expect(await operator.client.send('DELETE', `/helps/${help.id}`)).toMatchObject(
    refused(404, 'ERR_NO_HELP_FOUND'),
  )
})

describe('settings', () => {
  test('are read by everybody and changed by admins, but for campaigns, which are the operators’', async () => {
    const company = await principals.company()
    const [admin, user] = [
      await principals.signedIn(company),
      await principals.signedIn(company, { profile: 'user' }),
    ]
    const save = (client: ApiClient, key: string, value: unknown) =>
      client.send('PUT', `/settings/${key}`, { value })
    expect((await save(admin, 'userRating', 'enabled')).body).toEqual({ key: 'userRating', value: 'enabled' })
    expect((await save(admin, 'scheduleType', 'queue')).status).toBe(200)
    expect(await user.done('GET', '/settings')).toEqual([
      { key: 'campaignsEnabled', value: 'true' },
      { key: 'userRating', value: 'enabled' },
      { key: 'scheduleType', value: 'queue' },
    ])
    expect(await save(user, 'userRating', 'disabled')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await save(admin, 'campaignsEnabled', 'false')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    for (const key of ['super', 'planId', 'toString', '__proto__'])
      expect(await save(admin, key, 'enabled'), key).toMatchObject(refused(404, 'ERR_NO_SETTING_FOUND'))
    for (const value of ['yes', '', true, null])
      expect(await save(admin, 'userRating', value), String(value)).toMatchObject(
        refused(400, 'ERR_VALIDATION'),
      )
    expect((await operator.client.send('PUT', '/settings/campaignsEnabled', { value: 'true' })).status).toBe(
      200,
    )
  })
})
