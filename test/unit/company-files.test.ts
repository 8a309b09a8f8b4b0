import { once } from 'node:events'
import { createServer } from 'node:http'
import { Bucket } from '@recado/functions/files/bucket'
import { Files } from '@recado/functions/files/files'
import { PLATFORM } from '@recado/shared/table/platform-id'
import { TenantSessions } from '@recado/shared/table/tenant-sessions'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionAnswer } from '../../infra/local/gateway/sts.ts'

/** STS and S3 in one. Records the requested sessions, and the credentials of each request for objects. */
const asked: string[] = []
const signed: { by: string; token: string; request: string }[] = []
/** Answers of S3 to requests for objects, and to lists. */
let objects = { status: 200, listed: [] as string[] }
const sockets = new Set<unknown>()
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/') {
    const tenant = new URLSearchParams(body).get('Tags.member.1.Value') ?? ''
    asked.push(tenant)
    return response.end(sessionOf(tenant, new Date(Date.now() + 3_600_000)))
  }
  sockets.add(request.socket)
  const by = /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const token = String(request.headers['x-amz-security-token'] ?? '')
  signed.push({ by, token, request: `${request.method} ${request.url}` })
  if (request.url?.includes('list-type=2')) return response.end(listOf(objects.listed))
  response.statusCode = objects.status
  const isError = objects.status !== 200 && request.method !== 'HEAD'
  response.end(isError ? '<Error><Code>AccessDenied</Code></Error>' : '')
})
const sessionOf = (tenant: string, until: Date) =>
  sessionAnswer({
    accessKeyId: `of-${tenant}`,
    secretAccessKey: 's',
    token: `token-${tenant}-${asked.length}`,
    until,
  })
const listOf = (keys: string[]) =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
vi.stubEnv('AWS_ENDPOINT_URL_STS', url)
vi.stubEnv('AWS_ENDPOINT_URL_S3', url)
vi.stubEnv('AWS_REGION', 'sa-east-1')
vi.stubEnv('AWS_ACCESS_KEY_ID', 'function')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')

const BUCKET = { BUCKET_NAME: 'files', PUBLIC_S3_ENDPOINT: url }
const aBucket = () => new Bucket(BUCKET, new TenantSessions('arn:aws:iam::111122223333:role/tenant'))
const BYTES = new Uint8Array([1])

beforeEach(() => {
  asked.length = 0
  signed.length = 0
  objects = { status: 200, listed: [] }
})
afterEach(() => vi.useRealTimers())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test("a company's objects are requested with that company's session", async () => {
  const bucket = aBucket()
  await new Files(bucket, 'A1').keep('A1/media/1', BYTES, 'image/png')
  await new Files(bucket, 'B2').get('B2/media/1')
  await new Files(bucket, 'A1').delete('A1/media/1')
  expect(signed.map(({ by, request }) => `${by} ${request.replace(/\?.*/, '')}`)).toEqual([
    'of-A1 PUT /files/A1/media/1',
    'of-B2 GET /files/B2/media/1',
    'of-A1 DELETE /files/A1/media/1',
  ])
  expect(asked).toEqual(['A1', 'B2'])
})

test.each([
  ["another company's", 'B2/media/1'],
  ['of a company whose id has the same beginning', 'A12/media/1'],
  ['without a company', 'media/1'],
])('a key %s is refused without a request', async (_, key) => {
  const files = new Files(aBucket(), 'A1')
  const own = 'A1/media/1'
  for (const call of [
    () => files.get(key),
    () => files.beginning(key, 4),
    () => files.sizeOf(key),
    () => files.put(key, BYTES, 'image/png'),
    () => files.keep(key, BYTES, 'image/png'),
    () => files.putStream(key, (async function* () {})(), 'image/png', 'a'),
    () => files.copy(key, own, 'image/png'),
    () => files.copy(own, key, 'image/png'),
    () => files.delete(key),
    () => files.presignDownload(key),
    () => files.presignUpload(key, { contentType: 'image/png', bytes: 1 }),
  ])
    await expect(call(), String(call)).rejects.toThrow('A key outside the company')
  expect(signed).toEqual([])
})

test.each(['', 'A1/B2', 'INDEX'])('%j is not the id of a company with files', (companyId) => {
  expect(() => new Files(aBucket(), companyId)).toThrow('Not a company id')
})

test("presigned requests carry the token of the company's session", async () => {
  const files = new Files(aBucket(), 'A1')
  const { fields } = await files.presignUpload('A1/uploads/1', { contentType: 'text/csv', bytes: 1 })
  const download = new URL(await files.presignDownload('A1/uploads/1')).searchParams
  expect(fields['X-Amz-Credential']).toMatch(/^of-A1\//)
  expect(fields['X-Amz-Security-Token']).toBe('token-A1-1')
  expect(download.get('X-Amz-Credential')).toMatch(/^of-A1\//)
  expect(download.get('X-Amz-Security-Token')).toBe('token-A1-1')
})

test('a session that ends before a presigned upload is not used to sign it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00Z') })
  const files = new Files(aBucket(), 'A1')
  const tokenOf = async () => {
    const { fields } = await files.presignUpload('A1/uploads/1', { contentType: 'text/csv', bytes: 1 })
    return fields['X-Amz-Security-Token']
  }
  expect(await tokenOf()).toBe('token-A1-1')
  vi.setSystemTime('2026-11-26T12:43:00Z')
  expect(await tokenOf()).toBe('token-A1-1')
  // The form lives for 15 minutes, the session for 14.
  vi.setSystemTime('2026-11-26T12:46:00Z')
  expect(await tokenOf()).toBe('token-A1-2')
})

test('clients of many companies share the connections', async () => {
  const bucket = aBucket()
  sockets.clear()
  for (let one = 0; one < 120; one++) await new Files(bucket, `C${one}`).delete(`C${one}/media/1`)
  expect(new Set(signed.map(({ by }) => by)).size).toBe(120)
  expect(sockets.size).toBe(1)
})

test("the platform's objects are requested with the function's own rights", async () => {
  await new Files(aBucket(), PLATFORM).delete(`${PLATFORM}/announcements/1`)
  expect(signed.map(({ by }) => by)).toEqual(['function'])
  expect(asked).toEqual([])
})

test('without a role, as in workers for all companies, no role is assumed', async () => {
  await new Files(new Bucket(BUCKET), 'A1').delete('A1/media/1')
  expect(signed.map(({ by }) => by)).toEqual(['function'])
})

test('an object that S3 neither shows nor lists is missing', async () => {
  objects = { status: 403, listed: ['A1/media/12'] }
  const files = new Files(aBucket(), 'A1')
  expect(await files.sizeOf('A1/media/1')).toBeUndefined()
  expect(await files.get('A1/media/1')).toBeUndefined()
  expect(await files.beginning('A1/media/1', 4)).toBeUndefined()
})

test('an object that S3 lists but does not show is an error', async () => {
  objects = { status: 403, listed: ['A1/media/1'] }
  const files = new Files(aBucket(), 'A1')
  await expect(files.sizeOf('A1/media/1')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  await expect(files.get('A1/media/1')).rejects.toThrow()
})
