import { answeredOnce } from '@recado/functions/http/idempotency'
import { create } from '@recado/functions/users/invitations'
import { connectionRoutes } from '@recado/shared/connections/routes'
import type { Route } from '@recado/shared/http/contract'
import { listImportRoutes } from '@recado/shared/imports/routes'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { userRoutes } from '@recado/shared/users/routes'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

/** A call over HTTP with the key. */
function callWith(
  route: Route,
  answer: () => Promise<unknown>,
  { headers = {}, ...event }: Partial<HttpEvent> = {},
) {
  const called = {
    routeKey: `${route.method} ${route.path}`,
    rawPath: route.path,
    ...event,
    headers: { ...headers, 'idempotency-key': KEY },
  }
  return answeredOnce(route, called as never, actor, async () => ({ body: JSON.stringify(await answer()) }))
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
