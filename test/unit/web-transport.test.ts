import { once } from 'node:events'
import { createServer } from 'node:http'
import { dataSubjectRoutes } from '@recado/shared/data-subjects/routes'
import { ApiError } from '@recado/shared/http/api-error'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

type Send = typeof import('../../web/src/api/transport.ts').send

let send: Send
let OtherRelease: typeof import('../../web/src/api/other-release.ts').OtherRelease
let onOtherRelease: typeof import('../../web/src/api/other-release.ts').onOtherRelease
/** Answers in their order, before it works. */
let answers: [status: number, body: string][] = []
let keys: unknown[] = []
let date: Date
let isSilent = false
/** Calls that the app gave up. */
let gaveUp = 0
/** Stands for API Gateway. */
const gateway = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'])
  request.resume()
  if (isSilent) return void response.on('close', () => gaveUp++)
  const [status, body] = answers.shift() ?? [202, '{"exportId":"E1"}']
  response.writeHead(status, { 'content-type': 'application/json', date: date.toUTCString() }).end(body)
})

beforeAll(async () => {
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const address = gateway.address()
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  })
  ;({ send } = await import('../../web/src/api/transport.ts'))
  ;({ OtherRelease, onOtherRelease } = await import('../../web/src/api/other-release.ts'))
})
afterAll(() => gateway.close())
beforeEach(() => {
  keys = []
  date = new Date()
  isSilent = false
  gaveUp = 0
})

const UNAVAILABLE: [number, string] = [503, '{"message":"Service Unavailable"}']

test('the app repeats a call that API Gateway refused, with the same idempotency key', async () => {
  answers = [UNAVAILABLE]
  const begun = await send(dataSubjectRoutes.exportDataSubject, { number: '5511955550001' })
  expect(begun).toEqual({ exportId: 'E1' })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toEqual(expect.any(String))
})

test('the app does not repeat a call without such a key that may have arrived', async () => {
  answers = [UNAVAILABLE]
  const refused = { status: 503, code: 'ERR_UNAVAILABLE', isFromTheWay: true }
  await expect(send(sessionRoutes.createSocketTicket, {})).rejects.toMatchObject(refused)
  expect(keys).toHaveLength(1)
})

test('the app does not repeat an error of the server', async () => {
  answers = [[500, '{"error":"ERR_INTERNAL","message":"No"}']]
  await expect(send(sessionRoutes.createSocketTicket, {})).rejects.toMatchObject({
    status: 500,
    code: 'ERR_INTERNAL',
    isFromTheWay: false,
  })
  expect(keys).toHaveLength(1)
})

test.each([
  ['an answer that it does not know', 200, '{"exportId":5}'],
  ['an answer that is no JSON', 200, '<html>'],
  ['no route at API Gateway', 404, '{"message":"Not Found"}'],
  ['no route behind it', 404, '{"error":"ERR_NO_ROUTE","message":"There is no such call"}'],
])('the app takes %s for another release, and says that the page must be reloaded', async (_, ...answer) => {
  let told = 0
  onTestFinished(onOtherRelease(() => told++))
  answers = [answer]
  const calling = send(dataSubjectRoutes.exportDataSubject, { number: '5511955550001' })
  const error = await calling.catch((thrown: unknown) => thrown)
  expect([error instanceof OtherRelease, error instanceof ApiError, told]).toEqual([true, false, 1])
  expect(keys).toHaveLength(1)
})

test('the app leaves a record that is not there to its page', async () => {
  answers = [[404, '{"error":"ERR_NO_EXPORT_FOUND","message":"No"}']]
  const calling = send(dataSubjectRoutes.exportDataSubject, { number: '5511955550001' })
  await expect(calling).rejects.toMatchObject({ status: 404, code: 'ERR_NO_EXPORT_FOUND' })
})

test('a call that nothing answers within API Gateway’s time fails like a network that is down', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  isSilent = true
  const calling = send(dataSubjectRoutes.exportDataSubject, { number: '5511955550001' })
  const refused = expect(calling).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  await vi.waitFor(() => expect(keys).toHaveLength(1))
  // API Gateway may answer as late as this.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(gaveUp).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(keys).toHaveLength(1)
})

test('a call may be given up sooner', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  isSilent = true
  const calling = send(sessionRoutes.createSocketTicket, {}, { answeredWithinMs: 15_000 })
  const refused = expect(calling).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  await vi.waitFor(() => expect(keys).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(15_000)
  await refused
})

test('a call that outlives its page fails too if nothing answers', async () => {
  const silence = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal)
  const { promise, reject } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  onTestFinished(() => void [vi.unstubAllGlobals(), vi.restoreAllMocks()])
  const calling = send(
    ticketRoutes.saveDraft,
    { ticketId: 'T1', text: 'Oi', quoted: null },
    { outlivesPage: true },
  )
  const refused = expect(calling).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  silence.abort(new DOMException('Too late', 'TimeoutError'))
  await refused
})

test('the app learns the server’s time from an answer', async () => {
  const { noteServerDate, serverNow } = await import('../../web/src/ui/server-clock.ts')
  onTestFinished(() => noteServerDate(new Date().toUTCString()))
  date = new Date(Date.now() - 120_000)
  await send(dataSubjectRoutes.exportDataSubject, { number: '5511955550001' })
  const behind = Date.now() - serverNow()
  expect(behind).toBeGreaterThan(119_000)
  expect(behind).toBeLessThan(125_000)
})
