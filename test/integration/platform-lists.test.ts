import { saveCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { aColor } from '../support/builders.ts'
import { aName, anEmail, Operator } from '../support/operator.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let operator: Operator

beforeAll(async () => {
  operator = await Operator.signedInAs(await principals.operator())
})

describe('a plan', () => {
  const newQueue = (client: ApiClient) =>
    client.attempt('createTicketQueue', { name: aName('Fila'), color: aColor() })
  const newConnection = (client: ApiClient) => client.attempt('createConnection', { name: 'Loja' })

  const deleteQueue = async (client: ApiClient) => {
    const [queue] = await client.call('listTicketQueues')
    return client.attempt('deleteTicketQueue', { queueId: queue?.id ?? '' })
  }
  /** The default connection is not let go while there are others. */
  const deleteConnection = async (client: ApiClient) => {
    const other = (await client.call('listConnections')).find(({ isDefault }) => !isDefault)
    return client.attempt('deleteConnection', { whatsappId: other?.id ?? '' })
  }

  test.each([
    ['queues', newQueue, deleteQueue, 'listTicketQueues'],
    ['connections', newConnection, deleteConnection, 'listConnections'],
  ] as const)('a plan limits %s, also when five are created at once', async (_, create, remove, list) => {
    const { id: planId } = await operator.newPlan({ connections: 2, queues: 2 })
    const admin = await operator.firstAdmin(await operator.newCompany({ planId }))
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(admin)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(2)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
    expect(await admin.call(list)).toHaveLength(2)
    expect((await remove(admin)).status).toBe(204)
    expect((await create(admin)).status).toBe(201)
    expect(await create(admin)).toMatchObject(refused(402, 'ERR_PLAN_LIMIT'))
  })

  test('a plan too small for a company is refused with the reason', async () => {
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
    expect((await operator.changed(company, { planId: fitting.id })).plan).toMatchObject({
      id: fitting.id,
    })
  })

  test('a plan counts its companies, and is deleted only without any', async () => {
    const plan = await operator.newPlan()
    const company = await operator.newCompany({ planId: plan.id })
    expect((await operator.planOf(plan.id))?.companies).toBe(1)
    const remove = () => operator.client.attempt('deletePlan', { planId: plan.id })
    expect(await remove()).toMatchObject({
      ...refused(409, 'ERR_PLAN_IN_USE'),
      body: { details: [{ path: 'companies', code: '1' }] },
    })
    await operator.change(company, { planId: operator.roomy.id })
    expect((await operator.planOf(plan.id))?.companies).toBe(0)
    expect((await remove()).status).toBe(204)
    expect(await remove()).toMatchObject(refused(404, 'ERR_NO_PLAN_FOUND'))
  })

  test('a plan has a unique name, and a deletion at the same time as a new company stays consistent', async () => {
    const plan = await operator.newPlan()
    const body = { name: `  ${plan.name.toUpperCase()} `, users: 1, connections: 1, queues: 1 }
    expect(await operator.client.attempt('createPlan', body)).toMatchObject(
      refused(409, 'ERR_DUPLICATED_NAME'),
    )
    const other = await operator.newPlan()
    expect(await operator.client.attempt('updatePlan', { planId: other.id, ...body })).toMatchObject(
      refused(409, 'ERR_DUPLICATED_NAME'),
    )
    expect((await operator.client.attempt('updatePlan', { planId: plan.id, ...body })).status).toBe(200)
    const [removed, made] = await Promise.all([
      operator.client.attempt('deletePlan', { planId: other.id }),
      operator.client.attempt('createCompany', {
        name: 'Ao mesmo tempo',
        email: anEmail(),
        planId: other.id,
      }),
    ])
    expect([removed.status, made.status]).toEqual(made.status === 201 ? [409, 201] : [204, 404])
  })
})

test('an instance counts its companies, and is deleted only without any', async () => {
  const instance = await operator.newInstance()
  expect(instance).toMatchObject({ address: 'https://filial.exemplo.test', companies: 0 })
  const company = await operator.newCompany({ instanceId: instance.id })
  expect(await operator.client.call('listInstances')).toContainEqual({
    ...instance,
    companies: 1,
  })
  const remove = () => operator.client.attempt('deleteInstance', { instanceId: instance.id })
  expect(await remove()).toMatchObject(refused(409, 'ERR_INSTANCE_IN_USE'))
  const body = { name: instance.name, address: 'https://outra.exemplo.test', port: 8443 }
  expect(await operator.client.call('updateInstance', { instanceId: instance.id, ...body })).toMatchObject({
    ...body,
    companies: 1,
  })
  expect(await operator.client.attempt('createInstance', body)).toMatchObject(
    refused(409, 'ERR_DUPLICATED_NAME'),
  )
  await operator.change(company, { instanceId: '' })
  expect((await remove()).status).toBe(204)
})

test('help videos are changed by operators and seen by all users', async () => {
  const user = await principals.signedIn(await principals.company(), { profile: 'user' })
  const video = { title: aName('Conectar'), video: 'https://youtu.be/aqz-KE-bpKQ', description: '' }
  const help = await operator.client.call('createHelp', video)
  expect(help).toMatchObject({ video: 'aqz-KE-bpKQ', description: null })
  expect(await user.call('helps')).toContainEqual(help)
  expect(await user.attempt('listHelps')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  expect(await user.attempt('createHelp', video)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  expect(await operator.client.attempt('createHelp', video)).toMatchObject(
    refused(409, 'ERR_DUPLICATED_NAME'),
  )
  const changed = { title: help.title, video: 'YE7VzlLtp-4', description: 'Passo a passo' }
  await operator.client.call('updateHelp', { helpId: help.id, ...changed })
  expect(await user.call('helps')).toContainEqual(expect.objectContaining(changed))
  expect((await operator.client.attempt('deleteHelp', { helpId: help.id })).status).toBe(204)
  expect(await operator.client.attempt('deleteHelp', { helpId: help.id })).toMatchObject(
    refused(404, 'ERR_NO_HELP_FOUND'),
  )
})

describe('settings', () => {
  test('settings are read by all users and changed by admins, and campaigns are switched by operators', async () => {
    const company = await principals.company()
    const [admin, user] = [
      await principals.signedIn(company),
      await principals.signedIn(company, { profile: 'user' }),
    ]
    const save = (client: ApiClient, settingKey: string, value: string) =>
      client.attempt('saveSetting', { settingKey, value })
    expect((await save(admin, 'userRating', 'enabled')).body).toEqual({ key: 'userRating', value: 'enabled' })
    expect((await save(admin, 'scheduleType', 'queue')).status).toBe(200)
    expect((await user.call('listSettings')).filter((_, index) => index < 3)).toEqual([
      { key: 'campaignsEnabled', value: 'true' },
      { key: 'userRating', value: 'enabled' },
      { key: 'scheduleType', value: 'queue' },
    ])
    expect(await save(user, 'userRating', 'disabled')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await save(admin, 'campaignsEnabled', 'false')).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    for (const key of ['super', 'planId', 'toString', '__proto__'])
      expect(await save(admin, key, 'enabled'), key).toMatchObject(refused(404, 'ERR_NO_SETTING_FOUND'))
    for (const value of ['yes', '', true, null])
      expect(await admin.send('PUT', '/settings/userRating', { value }), String(value)).toMatchObject(
        refused(400, 'ERR_VALIDATION'),
      )
    expect(
      (await operator.client.attempt('saveSetting', { settingKey: 'campaignsEnabled', value: 'true' }))
        .status,
    ).toBe(200)
  })

  test('a change of a company that was read before its campaigns were switched does not switch them back', async () => {
    const company = await principals.company()
    const itsOperator = await principals.signedIn(company, { isSuper: true })
    const read = await getCompany(principals.tenant(company))
    if (!read) throw new Error('The company does not exist')
    await itsOperator.call('saveSetting', { settingKey: 'campaignsEnabled', value: 'false' })
    expect(await saveCompany(principals, read, { ...read, phone: '5511955570009' })).toBe('changed')
    expect((await itsOperator.call('listSettings'))[0]).toEqual({ key: 'campaignsEnabled', value: 'false' })
  })

  test('admins of a company without campaigns set its time zone, which the session tells', async () => {
    const company = await principals.company({ campaignsEnabled: false })
    const [admin, user] = [
      await principals.signedIn(company),
      await principals.signedIn(company, { profile: 'user' }),
    ]
    const manaus = { key: 'timezone', value: 'America/Manaus' }
    const save = (client: ApiClient, value: string) =>
      client.attempt('saveSetting', { settingKey: 'timezone', value })
    expect(await save(user, manaus.value)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await save(admin, 'Manaus')).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect((await save(admin, manaus.value)).body).toEqual(manaus)
    expect(await user.call('listSettings')).toContainEqual(manaus)
    expect((await user.call('me')).company.settings).toContainEqual(manaus)
    const withCampaigns = await principals.signedIn(await principals.company())
    expect(await save(withCampaigns, manaus.value)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  })

  test.each([
    ['reopenMinutes', '45', '45', ['-1', '1441', '1.5', 'x', '']],
    ['triageMinutes', '1', '1', ['0', '121']],
    ['signMessages', 'always', 'always', ['sometimes', '']],
    ['historyVisibility', 'queues', 'queues', ['none']],
    ['transferMessage', ' Um momento. ', 'Um momento.', ['x'.repeat(1001)]],
    ['idleCloseHours', '24', '24', ['-1', '721', '1.5']],
    ['idleMessage', ' Até logo. ', 'Até logo.', ['x'.repeat(1001)]],
    ['thanksWords', 'obrigado, , grato\ngrato', 'obrigado, grato', [`${'x'.repeat(31)}`]],
  ])(
    'the customer service’s %s is saved as text, and a wrong value changes nothing',
    async (settingKey, value, kept, wrong) => {
      const admin = await principals.signedIn(await principals.company())
      expect((await admin.attempt('saveSetting', { settingKey, value })).body).toEqual({
        key: settingKey,
        value: kept,
      })
      for (const bad of wrong)
        expect(await admin.attempt('saveSetting', { settingKey, value: bad }), bad).toMatchObject(
          refused(400, 'ERR_VALIDATION'),
        )
      expect(await admin.call('listSettings')).toContainEqual({ key: settingKey, value: kept })
    },
  )
})
