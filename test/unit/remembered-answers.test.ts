import { answeredOnce } from '@recado/functions/http/idempotency'
import { create } from '@recado/functions/users/invitations'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { notFound } from '@recado/shared/errors/errors'
import type { Route } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import { listImportRoutes } from '@recado/shared/imports/routes'
import { scheduleRoutes } from '@recado/shared/schedules/routes'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { userRoutes } from '@recado/shared/users/routes'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

type HttpEvent = Parameters<typeof answeredOnce>[1]

const KEY = '01JD00000000000000000000AA'
const REUSED = { code: 'ERR_IDEMPOTENCY_KEY_REUSED' }

let memory: MemoryTable
let actor: Actor
let mails: unknown[]

beforeEach(async () => {
  memory = new MemoryTable()
  mails = []
  const { ports } = enginePorts(memory, Date.now)
  const send = async (_: string, mail: unknown) => void mails.push(mail)
  setContext({
    table: new TenantTable(memory, 'A'),
    ports: { ...ports, queues: { ...ports.queues, send } },
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  actor = actorOf(await anAccount(memory, 'A'))
})

/** A call over HTTP with the key. @param answer gets the id of the record that the call makes */
function callWith(
  route: Route,
  answer: (recordId: string) => Promise<unknown>,
  { headers = {}, ...event }: Partial<HttpEvent> = {},
) {
  const called = {
    routeKey: `${route.method} ${route.path}`,
    rawPath: route.path,
    ...event,
    headers: { ...headers, 'idempotency-key': KEY },
  }
  const exchange = { recordId: newId() }
  return answeredOnce(route, called as never, actor, exchange, async () => ({
    body: JSON.stringify(await answer(exchange.recordId)),
  }))
}

const rowsOf = (partition: string) => [...memory.rows((pk) => pk === `A#${partition}`)]

describe('an invitation', () => {
  const invite = (email: string) =>
    callWith(userRoutes.createInvitation, () => create(actor, { email, profile: 'user' }), {
      body: JSON.stringify({ email }),
    })

  test('an invitation repeated with its idempotency key is one invitation with one mail', async () => {
    const first = await invite('maria@exemplo.test')
    expect(await invite('maria@exemplo.test')).toEqual(first)
    expect(JSON.parse(first.body ?? '').token).toMatch(/^\w+\.[\w-]{32}$/)
    expect(rowsOf('INVITATIONS')).toHaveLength(1)
    expect(mails).toHaveLength(1)
    await expect(invite('outra@exemplo.test')).rejects.toMatchObject(REUSED)
  })

  test('the remembered answer to an invitation does not hold its token', async () => {
    const { body = '' } = await invite('maria@exemplo.test')
    const stored = JSON.stringify(rowsOf('IDEMPOTENCY'))
    expect(stored).toContain('"answer"')
    for (const secret of [JSON.parse(body).token, KEY, 'maria@exemplo.test'])
      expect(stored).not.toContain(secret)
  })
})

test.each([
  ['an upload', uploadRoutes.createUpload],
  ['a pairing code', connectionRoutes.requestPairingCode],
])('%s repeated with its idempotency key is done once, and its answer is stored sealed', async (_, route) => {
  const answer = vi.fn(async () => ({ secret: 'ABCD1234' }))
  const first = await callWith(route, answer, { body: '{}' })
  expect(await callWith(route, answer, { body: '{}' })).toEqual(first)
  expect(answer).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(rowsOf('IDEMPOTENCY'))).not.toContain('ABCD1234')
  await expect(callWith(route, answer, { body: '{"other":1}' })).rejects.toMatchObject(REUSED)
})

describe('a call without an answer', () => {
  const route = scheduleRoutes.createSchedule
  let records: string[]
  const carryOut = async (recordId: string) => void records.push(recordId)
  const dies = (recordId: string) => carryOut(recordId).then(() => new Promise<never>(() => undefined))
  const fails = (error: Error) => (recordId: string) => carryOut(recordId).then(() => Promise.reject(error))

  beforeEach(() => {
    records = []
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  test('that failed is repeated at once, for the same record', async () => {
    await expect(callWith(route, fails(new Error('SQS is down')))).rejects.toThrow('SQS is down')
    await callWith(route, carryOut)
    await callWith(route, carryOut)
    expect(records).toHaveLength(2)
    expect(new Set(records).size).toBe(1)
  })

  test('that died is repeated after a minute, for the same record', async () => {
    const begunAt = Date.now()
    void callWith(route, dies)
    await vi.waitFor(() => expect(records).toHaveLength(1))
    vi.setSystemTime(begunAt + 60_000)
    await expect(callWith(route, carryOut)).rejects.toMatchObject({ code: 'ERR_IN_PROGRESS' })
    vi.setSystemTime(begunAt + 60_001)
    await callWith(route, carryOut)
    expect(records).toHaveLength(2)
    expect(new Set(records).size).toBe(1)
  })

  test('that failed is not repeated with other content', async () => {
    await expect(callWith(route, fails(new Error('SQS is down')), { body: '{}' })).rejects.toThrow()
    await expect(callWith(route, carryOut, { body: '{"other":1}' })).rejects.toMatchObject(REUSED)
  })

  test('that was refused leaves its key free, also for other content', async () => {
    const refused = fails(notFound('ERR_NO_CONTACT_FOUND'))
    await expect(callWith(route, refused, { body: '{}' })).rejects.toMatchObject({
      code: 'ERR_NO_CONTACT_FOUND',
    })
    await callWith(route, carryOut, { body: '{"other":1}' })
    expect(records).toHaveLength(2)
  })
})

describe('a form', () => {
  const route = listImportRoutes.importContacts
  let imports = 0
  const begin = async () => ({ importId: `I${++imports}` })

  /** A form with a file, as a client sends it. */
  const formWith = (boundary: string, file: Uint8Array, quote = ''): Partial<HttpEvent> => {
    const parts = [
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`,
      file,
      `\r\n--${boundary}--\r\n`,
    ]
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${quote}${boundary}${quote}` },
      body: Buffer.concat(parts.map((part) => Buffer.from(part))).toString('base64'),
      isBase64Encoded: true,
    }
  }
  const FILE = Buffer.from([0x50, 0x4b, 0xff, 0xfe, 0x00, 0x80])

  test('a form repeated with another boundary is the same form', async () => {
    const first = await callWith(route, begin, formWith('----WebKitFormBoundaryA1', FILE))
    for (const again of [
      formWith('----WebKitFormBoundaryB2', FILE),
      formWith('x', FILE),
      formWith('in quotes: 1', FILE, '"'),
    ])
      expect(await callWith(route, begin, again)).toEqual(first)
  })

  test.each([
    ['another file', formWith('B', Buffer.from([...FILE, 1]))],
    ['another byte outside of UTF-8', formWith('B', Buffer.from([0x50, 0x4b, 0xfe, 0xff, 0x00, 0x80]))],
    ['a file that holds the first boundary', formWith('B', Buffer.concat([FILE, Buffer.from('A')]))],
  ])('a form repeated with %s is refused', async (_, other) => {
    await callWith(route, begin, formWith('A', FILE))
    await expect(callWith(route, begin, other)).rejects.toMatchObject(REUSED)
  })
})
