import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

/** Secrets Manager and CloudFormation in one: the secret's value, and the sent response. */
const held = { secret: '', verifying: '', broken: false, refusesSigningKey: false }
const answers: Record<string, unknown>[] = []
const server = createServer(async (request, response) => {
  let sent = ''
  for await (const chunk of request) sent += chunk
  const body = JSON.parse(sent)
  const action = request.headers['x-amz-target']
  if (request.method === 'PUT') answers.push(body)
  if (action && held.broken) response.statusCode = 400
  const named = body.SecretId === 'verifying' ? 'verifying' : 'secret'
  const isRefused = held.refusesSigningKey && named === 'secret'
  if (action === 'secretsmanager.PutSecretValue' && isRefused) response.statusCode = 400
  else if (action === 'secretsmanager.PutSecretValue') held[named] = body.SecretString
  response.end(
    JSON.stringify(action === 'secretsmanager.GetSecretValue' ? { SecretString: held[named] } : {}),
  )
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined
const url = `http://127.0.0.1:${port}`

vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', url)
vi.stubEnv('AWS_REGION', 'sa-east-1')
vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
const { handler } = await import('../../infra/src/lambda/make-signing-key.ts')

const aRequest = (RequestType: 'Create' | 'Update' | 'Delete') => ({
  RequestType,
  ResponseURL: `${url}/answer`,
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'SigningKey',
  ResourceProperties: { SecretArn: 'secret', VerifyingSecretArn: 'verifying' },
})

beforeEach(() => {
  Object.assign(held, {
    secret: 'whatSecretsManagerMade',
    verifying: 'somethingElse',
    broken: false,
    refusesSigningKey: false,
  })
  answers.length = 0
})
afterAll(() => server.close())

test('the first deployment puts an Ed25519 key into the secret, and CloudFormation does not see it', async () => {
  await handler(aRequest('Create'))
  const key = JSON.parse(held.secret)
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), d: expect.any(String) })
  expect(answers).toMatchObject([{ Status: 'SUCCESS', PhysicalResourceId: 'SigningKey' }])
  expect(JSON.stringify(answers)).not.toContain(key.d)
  expect(JSON.parse(held.verifying)).toEqual({ kty: 'OKP', crv: 'Ed25519', x: key.x })
})

test('later deployments keep the key', async () => {
  await handler(aRequest('Create'))
  const { secret, verifying } = held
  await handler(aRequest('Update'))
  await handler(aRequest('Delete'))
  expect(held).toMatchObject({ secret, verifying })
  expect(answers.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
})

test('a run after one that ended between its two writes stores two halves of one key', async () => {
  held.refusesSigningKey = true
  await handler(aRequest('Create'))
  expect(answers).toMatchObject([{ Status: 'FAILED' }])
  held.refusesSigningKey = false
  await handler(aRequest('Create'))
  const { kty, crv, x } = JSON.parse(held.secret)
  expect(JSON.parse(held.verifying)).toEqual({ kty, crv, x })
})

test('a failure is reported to CloudFormation at once', async () => {
  held.broken = true
  await handler(aRequest('Create'))
  expect(answers).toMatchObject([{ Status: 'FAILED' }])
})
