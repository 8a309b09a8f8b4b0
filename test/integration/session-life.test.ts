import { once } from 'node:events'
import { connect, createServer, type Socket as NetSocket } from 'node:net'
import type { Session } from '@recado/fargate-session/session/session'
import { ANSWER_WITHIN_MS } from '@recado/fargate-session/session/unanswered-login'
import { getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { Sessions } from '../support/sessions.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const BRANCH = '5511900000002'
const LOJA = 'LOJA'
const FILIAL = 'FILIAL'

const on = simulated({ [SHOP]: 'Loja', [BRANCH]: 'Filial' })
let sessions: Sessions
beforeEach(() => {
  sessions = new Sessions(on.simulator)
})
afterEach(async () => {
  vi.useRealTimers()
  await sessions.stop()
})

/** The library looks every 30 seconds whether WhatsApp has answered in the last 35 (socket.js of rc14). */
const LOST_WITHIN_MS = 65_000
/** A closing websocket waits this long for the other side (`closeTimeout` of ws). */
const CLOSED_WITHIN_MS = 30_000

/** Pauses pass at once, and all else goes on as always. */
const pass = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const pausesPass = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
/** The socket of a session that is linked ends, and it logs in anew. */
const loggedOutBy = async (fault: Record<string, unknown>, session: Session) => {
  await on.control.fault(fault)
  await session.stop()
  const next = await sessions.of(LOJA)
  await next.start()
  return next
}

describe('a socket that never opens', () => {
  test.for([401, 403, 503])('a socket refused with HTTP %i is opened again with its keys', async (status) => {
    const session = await sessions.linked(LOJA, SHOP)
    await loggedOutBy({ kind: 'upgrade', answer: status, times: 1 }, session)
    await sessions.says(LOJA, ({ statusReason }) => statusReason === 'NETWORK')
    expect(await sessions.hasKeys(LOJA)).toBe(true)
    await sessions.isOpen(LOJA)
  })

  test.for([
    { kind: 'upgrade', answer: 'silence', times: 1 },
    { kind: 'loginSilence', number: SHOP },
  ])('a socket without an answer ($kind) is closed after a minute and opened again', async (fault) => {
    const session = await sessions.linked(LOJA, SHOP)
    pausesPass()
    await loggedOutBy(fault, session)
    await pass(ANSWER_WITHIN_MS - 1000)
    await pass(2000)
    await sessions.says(
      LOJA,
      ({ status, statusReason }) => status === 'TIMEOUT' && statusReason === 'NETWORK',
    )
    await on.control.fault({ kind: 'clear' })
    await sessions.isOpen(LOJA)
  })
})

describe('a login that WhatsApp refuses', () => {
  test.for([
    [402, 'TEMPORARILY_BANNED'],
    [403, 'BANNED'],
    [406, 'BANNED'],
    [409, 'VERSION_REFUSED'],
    [415, 'REFUSED'],
  ] as const)('a login refused with %i ends as %s, and keeps the keys', async ([reason, statusReason]) => {
    const session = await sessions.linked(LOJA, SHOP)
    await loggedOutBy({ kind: 'refuseLogin', number: SHOP, reason, expire: 7200 }, session)
    const connection = await sessions.says(LOJA, ({ status }) => status === 'DISCONNECTED')
    expect(connection).toMatchObject({ statusReason, wanted: 'closed' })
    const bannedForMs = Date.parse(connection.bannedUntil ?? '') - Date.now()
    if (reason === 402) expect(Math.abs(bannedForMs - 7_200_000)).toBeLessThan(20_000)
    else expect(connection.bannedUntil).toBeNull()
    expect(await sessions.hasKeys(LOJA)).toBe(true)
    await on.control.fault({ kind: 'clear' })
    await (await sessions.of(LOJA)).start()
    const { bannedUntil } = await sessions.says(LOJA, ({ status }) => status === 'CONNECTED')
    expect(bannedUntil).toBeNull()
  })

  test('a login refused for an outdated client is retried after some minutes', async () => {
    const before = await sessions.linked(LOJA, SHOP)
    pausesPass()
    const session = await loggedOutBy({ kind: 'refuseLogin', number: SHOP, reason: 405 }, before)
    const connection = await sessions.says(LOJA, ({ statusReason }) => statusReason === 'OUTDATED_CLIENT')
    expect(connection).toMatchObject({ status: 'TIMEOUT', wanted: 'open' })
    expect(session.isOutdated()).toBe(true)
    expect(await sessions.hasKeys(LOJA)).toBe(true)
    await on.control.fault({ kind: 'clear' })
    await pass(9 * 60_000)
    expect(session.isOpen()).toBe(false)
    await pass(60_000)
    await sessions.isOpen(LOJA)
    expect(session.isOutdated()).toBe(false)
  })
})

test('a new client version setting reopens refused connections', async () => {
  await on.control.fault({ kind: 'oldestClient', revision: 2_000_000_000 })
  await (await sessions.of(LOJA)).start()
  await sessions.says(LOJA, ({ statusReason }) => statusReason === 'OUTDATED_CLIENT')
  const raised = new Sessions(on.simulator, { WHATSAPP_VERSION: [2, 3000, 2_000_000_000] })
  await raised.linked(LOJA, SHOP)
  await raised.stop()
})

describe('a link whose line is cut', () => {
  test.for(['restart', 'login'] as const)(
    'a link cut before the %s is completed by the first login',
    async (before) => {
      await on.control.fault({ kind: 'pairingCut', number: SHOP, before })
      await sessions.scanned(LOJA, SHOP)
      await sessions.isOpen(LOJA)
      expect(await on.control.faults()).toEqual([])
    },
  )

  test('a link that goes silent shows no further QR codes, and is completed by a login', async () => {
    const quick = new Sessions(on.simulator, { WHATSAPP_QR_MS: 400 })
    await on.control.fault({ kind: 'pairingCut', number: SHOP, before: 'silence' })
    await quick.scanned(LOJA, SHOP)
    await quick.says(LOJA, ({ status }) => status === 'PAIRING')
    const seen = new Set<string>()
    await quick.says(LOJA, ({ status, statusReason }) => {
      seen.add(statusReason ?? status)
      return status === 'CONNECTED'
    })
    expect([...seen].sort()).toEqual(['CONNECTED', 'NETWORK', 'PAIRING'])
    await quick.stop()
  })
})

test('a socket that WhatsApp restarts is opened again after a pause', async () => {
  const session = await sessions.linked(LOJA, SHOP)
  const begun = Date.now()
  await on.control.fault({ kind: 'streamError', number: SHOP, code: 515 })
  await eventually('it is closed', async () => !session.isOpen())
  await eventually('it is open again', async () => session.isOpen())
  expect(Date.now() - begun).toBeGreaterThanOrEqual(1000)
})

describe('a line that is dead', () => {
  /** Sockets of a proxy before the simulator: those of the service and those of the simulator. */
  const ends: NetSocket[] = []
  const proxy = createServer((from) => {
    const to = connect(Number(new URL(on.simulator.webSocketUrl).port), '127.0.0.1')
    for (const end of [from, to]) ends.push(end.on('error', () => undefined))
    from.pipe(to).pipe(from)
  })
  /** Nothing arrives any more, in either direction. */
  const goesDead = () => {
    for (const end of ends) end.unpipe().pause()
  }
  beforeEach(() => once(proxy.listen(0, '127.0.0.1'), 'listening'))
  afterEach(() => {
    for (const end of ends) end.destroy()
    proxy.close()
  })

  test('does not count as open while its socket is closing', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    })
    const address = proxy.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    const url = new URL(on.simulator.webSocketUrl)
    url.port = String(address.port)
    const behind = new Sessions(on.simulator, { WHATSAPP_URL: url.href })
    const session = await behind.linked(LOJA, SHOP)
    goesDead()
    await pass(LOST_WITHIN_MS)
    expect(session.isOpen()).toBe(false)
    expect((await behind.says(LOJA, () => true)).status).toBe('CONNECTED')
    await pass(CLOSED_WITHIN_MS)
    await behind.says(LOJA, ({ status, statusReason }) => status === 'TIMEOUT' && statusReason === 'NETWORK')
    await behind.stop()
  })
})

describe('what WhatsApp says of its limits', () => {
  const hold = async () => holdByWhatsApp(await getHealth(sessions.table, LOJA), Date.now())

  test('first contacts are held while WhatsApp’s quota is used up', async () => {
    await sessions.linked(LOJA, SHOP)
    await on.control.fault({ kind: 'newChatCap', number: SHOP, status: 'CAPPED', quota: 50, used: 50 })
    await eventually('they are held', async () => (await hold())?.reason === 'new-chat-quota')
    await on.control.fault({ kind: 'newChatCap', number: SHOP, status: 'NONE', quota: -1 })
    await eventually('they are free', async () => (await hold()) === undefined)
  })

  test('an account without a quota holds no first contacts', async () => {
    await sessions.linked(LOJA, SHOP)
    const health = await eventually('it is read', async () => {
      const row = await getHealth(sessions.table, LOJA)
      return row.newChatsQuota !== undefined && row
    })
    expect(health).toMatchObject({ newChatsQuota: -1, newChatsCapped: false })
    expect(await hold()).toBeUndefined()
  })

  test('without an answer about limits one refusal holds first contacts for a minute', async () => {
    const session = await sessions.linked(LOJA, SHOP)
    await on.control.fault({ kind: 'limitsUnknown', number: SHOP })
    await on.control.fault({ kind: 'nack', to: BRANCH, code: 463 })
    const route = await session.line.routeTo(`${BRANCH}@s.whatsapp.net`)
    await session.line.send(route, await session.line.ready(route, { type: 'text', text: 'Olá' }, '3EB0AAAA'))
    const held = await eventually('they are held', hold)
    expect(held).toMatchObject({ reason: 'reach-out-lock' })
    expect(held.until).toBeLessThanOrEqual(Date.now() + 61_000)
  })
})

describe('a question about a number', () => {
  const ABSENT = '5511900000000'

  test('a number counts as unregistered only by WhatsApp’s own answer', async () => {
    const { line } = await sessions.linked(LOJA, SHOP)
    expect(await line.lookUp(BRANCH)).toEqual({ exists: true, jid: `${BRANCH}@s.whatsapp.net` })
    expect(await line.lookUp(ABSENT)).toEqual({ exists: false, jid: null })
    await on.control.fault({ kind: 'leftOut', number: BRANCH })
    const [left, told] = await Promise.allSettled([line.lookUp(BRANCH), line.lookUp(ABSENT)])
    expect(left).toMatchObject({ status: 'rejected', reason: { name: 'NumberUnanswered' } })
    expect(told).toEqual({ status: 'fulfilled', value: { exists: false, jid: null } })
  })

  test('a number check without an answer fails', async () => {
    const { line } = await sessions.linked(LOJA, SHOP)
    await on.control.fault({ kind: 'noAnswer', number: BRANCH })
    pausesPass()
    const asked = expect(line.lookUp(BRANCH)).rejects.toMatchObject({ name: 'NumberUnanswered' })
    await pass(15_000)
    await asked
  })
})

test('a file leaves over the same socket after a failed question about hosts for uploads', async () => {
  const { line } = await sessions.linked(LOJA, SHOP)
  const file = { document: Buffer.from('tabela de preços'), mimetype: 'text/plain', fileName: 'tabela.txt' }
  const { jid } = await line.routeTo(`${BRANCH}@s.whatsapp.net`)
  const built = (messageId: string) => line.build(jid, file, { messageId })
  await on.control.fault({ kind: 'noUploadHosts', number: SHOP, code: 500, times: 1 })
  await expect(built('3EB0AAAA')).rejects.toThrow()
  await line.write({ jid }, await built('3EB0BBBB'))
  const [message] = await eventually('it arrives', async () => {
    const all = await on.control.messages(BRANCH)
    return all.length > 0 && all
  })
  expect(message).toMatchObject({ id: '3EB0BBBB', type: 'document' })
  expect((await on.control.file(BRANCH, '3EB0BBBB')).bytes).toEqual(file.document)
})

test('two linked numbers write to each other, and both get the messages', async () => {
  const shop = await sessions.linked(LOJA, SHOP)
  const branch = await sessions.linked(FILIAL, BRANCH)
  const write = async (from: Session, to: string, text: string) => {
    const route = await from.line.prepare(`${to}@s.whatsapp.net`)
    await from.line.send(route, await from.line.ready(route, { type: 'text', text }, `3EB0${text}`))
  }
  const got = (connectionId: string, text: string) =>
    eventually(`${connectionId} gets ${text}`, async () =>
      sessions.queued.some(({ message }) => {
        const all = JSON.stringify(message)
        return all.includes(`"connectionId":"${connectionId}"`) && all.includes(`"text":"${text}"`)
      }),
    )
  await write(shop, BRANCH, 'AAAAAAAAAAAAAAAA01')
  await got(FILIAL, 'AAAAAAAAAAAAAAAA01')
  await write(branch, SHOP, 'AAAAAAAAAAAAAAAA02')
  await got(LOJA, 'AAAAAAAAAAAAAAAA02')
})
