import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentOf } from '../../infra/local/environment.ts'
import { ApiClient } from '../support/api-client.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { ownSystem } from '../support/test-system.ts'

const EMAIL = 'operadora@recado.test'
const answers: { Status: string; Reason: string }[] = []
const cloudFormation = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  answers.push(JSON.parse(body))
  response.end()
})

const { system } = ownSystem()
let deploy: (type: 'Create' | 'Update' | 'Delete', email?: string) => Promise<void>

beforeAll(async () => {
  for (const [name, value] of Object.entries(environmentOf(system.layout, ''))) vi.stubEnv(name, value)
  cloudFormation.listen(0, '127.0.0.1')
  await once(cloudFormation, 'listening')
  const address = cloudFormation.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // Loaded only now: it opens its clients from the environment.
  const { handler } = await import('@recado/functions/platform/first-operator')
  deploy = (RequestType, Email = EMAIL) =>
    handler({
      RequestType,
      ResponseURL: `http://127.0.0.1:${port}`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Operator',
      ResourceProperties: { Email },
    })
})
afterAll(() => {
  cloudFormation.close()
})

test('the first deployment creates an operator, who chooses a password by mail and sees the companies', async () => {
  await deploy('Create')
  expect(answers.at(-1)).toMatchObject({ Status: 'SUCCESS' })
  const mail = await mailTo(system.origin, EMAIL)
  const nobody = new ApiClient(system.origin)
  await nobody.call('resetPassword', { token: tokenIn(mail), password: 'uma senha longa' })
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

test('an invalid address fails the deployment', async () => {
  await deploy('Create', 'ninguém')
  expect(answers.at(-1)).toMatchObject({ Status: 'FAILED', Reason: 'ZodError' })
})
