import { once } from 'node:events'
import { createServer } from 'node:http'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { emailIndex } from '@recado/shared/table/indexes'
import { platformTable } from '@recado/shared/table/platform'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { TenantSessions } from '@recado/shared/table/tenant-sessions'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { sessionAnswer } from '../../infra/local/gateway/sts.ts'

/** STS and DynamoDB in one. Records the requested sessions and the credentials of each request for rows. */
const asked: { tenant: string; tags: string; role: string }[] = []
const signedBy: string[] = []
let minutes = 60
let refusing = false
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.headers['x-amz-target']) {
    signedBy.push(/Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    return response.end('{}')
  }
  const parameters = new URLSearchParams(body)
  const tenant = parameters.get('Tags.member.1.Value') ?? ''
  const tags = [...parameters.keys()].filter((name) => name.startsWith('Tags')).join(' ')
  asked.push({ tenant, tags, role: parameters.get('RoleArn') ?? '' })
  if (refusing) response.statusCode = 403
  response.end(refusing ? REFUSED : sessionOf(tenant, new Date(Date.now() + minutes * 60_000)))
})
const REFUSED =
  '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>'
const sessionOf = (tenant: string, until: Date) =>
  sessionAnswer({ accessKeyId: `of-${tenant}`, secretAccessKey: 's', token: 't', until })

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
vi.stubEnv('AWS_ENDPOINT_URL_STS', url)
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url)
vi.stubEnv('AWS_REGION', 'sa-east-1')
vi.stubEnv('AWS_ACCESS_KEY_ID', 'function')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')

const ROLE = 'arn:aws:iam::111122223333:role/tenant'
const key = keyIn<{ name: string }>('USERS', '1')
const aTable = () => new DynamoTable('recado', undefined, new TenantSessions(ROLE))

beforeEach(() => {
  asked.length = 0
  signedBy.length = 0
  minutes = 60
  refusing = false
})
afterAll(() => server.close())

test("a company's rows are requested with that company's rights", async () => {
  const table = aTable()
  await new TenantTable(table, 'A1').get(key)
  await new TenantTable(table, 'B2').put({ ...key, name: 'Bia' })
  await new TenantTable(table, 'A1').query({ pk: key.pk })
  expect(signedBy).toEqual(['of-A1', 'of-B2', 'of-A1'])
  expect(asked.map(({ tenant, role }) => [tenant, role])).toEqual([
    ['A1', ROLE],
    ['B2', ROLE],
  ])
  expect(asked[0]?.tags).toBe('Tags.member.1.Key Tags.member.1.Value')
})

test('a company keeps its session after its client is evicted', async () => {
  const table = aTable()
  const companies = Array.from({ length: 300 }, (_, index) => `C${index}`)
  for (const round of [1, 2]) {
    for (const companyId of companies) await new TenantTable(table, companyId).get(key)
    expect(signedBy, `round ${round}`).toHaveLength(round * companies.length)
  }
  expect(asked).toHaveLength(companies.length)
})

test('many simultaneous requests open one session', async () => {
  const tenant = new TenantTable(aTable(), 'A1')
  await Promise.all(Array.from({ length: 20 }, () => tenant.get(key)))
  expect(asked).toHaveLength(1)
  expect(signedBy).toHaveLength(20)
})

test('a session about to expire is replaced by another', async () => {
  minutes = 1
  const tenant = new TenantTable(aTable(), 'A1')
  await tenant.get(key)
  await tenant.get(key)
  expect(asked.length).toBeGreaterThan(1)
})

test("rows without a company are requested with the function's own rights", async () => {
  const table = aTable()
  await table.get(emailIndex.key('ana@loja.test'))
  await platformTable(table).get(key)
  expect(signedBy).toEqual(['function', 'function'])
  expect(asked).toEqual([])
})

test('a table without a role, as in workers for all companies, assumes none', async () => {
  await new TenantTable(new DynamoTable('recado'), 'A1').get(key)
  expect(signedBy).toEqual(['function'])
})

test('if the rights are refused, no row is read with other rights', async () => {
  refusing = true
  await expect(new TenantTable(aTable(), 'A1').get(key)).rejects.toThrow('no')
  expect(signedBy).toEqual([])
})
