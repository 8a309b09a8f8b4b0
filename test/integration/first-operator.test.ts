import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentOf } from '../../infra/local/environment.ts'
import { ApiClient } from '../support/api-client.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { ops } from '../support/operations.ts'
import { ownSystem } from '../support/test-system.ts'

const EMAIL = 'operadora@recado.test'
const answers: { Status: string; Reason: string }[] = []
const cloudFormation = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  answers.push(JSON.parse(body))
  response.end()
})

const { system, principals } = ownSystem()
let deploy: (type: 'Create' | 'Update' | 'Delete', email?: string, before?: string) => Promise<void>

beforeAll(async () => {
  for (const [name, value] of Object.entries(environmentOf(system.layout, ''))) vi.stubEnv(name, value)
  cloudFormation.listen(0, '127.0.0.1')
  await once(cloudFormation, 'listening')
  const address = cloudFormation.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // Loaded only now: it opens its clients from the environment.
  const { handler } = await import('@recado/functions/platform/first-operator')
  deploy = (RequestType, Email = EMAIL, before = EMAIL) =>
    handler({
      RequestType,
      ResponseURL: `http://127.0.0.1:${port}`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Operator',
      ResourceProperties: { Email },
      ...(RequestType === 'Update' && { OldResourceProperties: { Email: before } }),
    })
})
afterAll(() => {
  cloudFormation.close()
})

test('the first deployment creates an operator, who chooses a password by mail and sees the companies', async () => {
  await deploy('Create')
  expect(answers.at(-1)).toMatchObject({ Status: 'SUCCESS' })
  const mail = await mailTo(system.origin, EMAIL)
  const visitor = new ApiClient(system.origin)
  await visitor.call('resetPassword', { token: tokenIn(mail), password: 'uma senha longa' })
  const operator = await ApiClient.signIn(system.origin, EMAIL, 'uma senha longa')
  const companies = await operator.call('listCompanies')
  expect(companies.map(({ name }) => name)).toContain('Demonstração')
})

test('later deployments and the stack’s deletion keep the operator’s account', async () => {
  const before = (await mailsOf(system.origin)).length
  await deploy('Update')
  await deploy('Delete')
  expect(answers.slice(-2).map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS'])
  await ApiClient.signIn(system.origin, EMAIL, 'uma senha longa')
  expect(await mailsOf(system.origin)).toHaveLength(before)
})

const companies = async () => (await principals.dump()).filter(({ sk }) => sk === 'COMPANY').length

test('a changed e-mail in a later deployment creates neither a second platform company nor an operator', async () => {
  const before = await companies()
  const other = 'outra@recado.test'
  await deploy('Update', other)
  expect(answers.at(-1)).toMatchObject({ Status: 'SUCCESS' })
  expect(await companies()).toBe(before)
  expect(await ops(`invite-operator ${other} --yes`, system.layout.data)).toMatchObject({
    exit: 1,
    said: expect.stringContaining('There is no operator'),
  })
  await ApiClient.signIn(system.origin, EMAIL, 'uma senha longa')
})

test('a corrected e-mail reaches an operator who has no password yet, and the first link is void', async () => {
  const [wrong, right] = ['operadora@recadu.test', 'corrigida@recado.test']
  await deploy('Create', wrong)
  const first = tokenIn(await mailTo(system.origin, wrong))
  const before = await companies()
  await deploy('Update', right, wrong)
  const token = tokenIn(await mailTo(system.origin, right))
  expect(await companies()).toBe(before)
  const visitor = new ApiClient(system.origin)
  expect(await visitor.attempt('resetPassword', { token: first, password: 'uma senha longa' })).toMatchObject(
    {
      status: 403,
    },
  )
  await visitor.call('resetPassword', { token, password: 'uma senha longa' })
  await ApiClient.signIn(system.origin, right, 'uma senha longa')
  const stale = await visitor.attempt('login', { email: wrong, password: 'uma senha longa' })
  expect(stale).toMatchObject({ status: 401 })
})

test('a repeated first deployment mails the link again, and makes no second operator', async () => {
  const email = 'repetida@recado.test'
  await deploy('Create', email)
  const before = await companies()
  await deploy('Create', email)
  expect(await companies()).toBe(before)
  const token = tokenIn(await mailTo(system.origin, email, 2))
  await new ApiClient(system.origin).call('resetPassword', { token, password: 'uma senha longa' })
  await deploy('Create', email)
  expect(answers.slice(-3).map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
})

test('`invite-operator` mails a new link, and the link of the first mail is void', {
  timeout: 120_000,
}, async () => {
  const email = 'segunda@recado.test'
  await deploy('Create', email)
  const first = await mailTo(system.origin, email)
  const visitor = new ApiClient(system.origin)
  expect(await ops(`invite-operator ${email}`, system.layout.data)).toMatchObject({
    exit: 1,
    said: expect.stringContaining('--yes'),
  })
  expect(await ops(`invite-operator ${email} --yes`, system.layout.data)).toMatchObject({ exit: 0 })
  const second = await mailTo(system.origin, email, 2)
  expect(second.subject).toBe(first.subject)
  const refused = await visitor.attempt('resetPassword', {
    token: tokenIn(first),
    password: 'uma senha longa',
  })
  expect(refused).toMatchObject({ status: 403 })
  await visitor.call('resetPassword', { token: tokenIn(second), password: 'uma senha longa' })
  await ApiClient.signIn(system.origin, email, 'uma senha longa')
  expect(await ops(`invite-operator ${email} --yes`, system.layout.data)).toMatchObject({
    exit: 1,
    said: expect.stringContaining('has a password already'),
  })
})

test('`invite-operator` refuses ordinary users, unknown people and invalid addresses', {
  timeout: 120_000,
}, async () => {
  const refusal = async (who: string) => {
    const { exit, said } = await ops(`invite-operator ${who} --yes`, system.layout.data)
    return [exit, said.trim()]
  }
  const where = `the local system in ${system.layout.data}`
  expect(await refusal('admin@demo.test')).toEqual([1, `There is no operator admin@demo.test in ${where}.`])
  expect(await refusal('nobody@demo.test')).toEqual([1, `There is no operator nobody@demo.test in ${where}.`])
  expect(await refusal('nobody')).toEqual([2, 'nobody is no e-mail address.'])
})

test('an invalid address fails the deployment', async () => {
  await deploy('Create', 'ninguém')
  expect(answers.at(-1)).toMatchObject({ Status: 'FAILED', Reason: 'ZodError' })
})
