import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { type ControlError, controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { WireLog } from '@recado/whatsapp-simulator/testing/wire-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const person = (index: number) => `55119${70_000_000 + index}`

let simulator: Simulator
let control: ReturnType<typeof controlOf>
let company: Company
let clock: () => number

beforeEach(async () => {
  clock = Date.now
  simulator = await startSimulator({ now: () => clock() })
  control = controlOf(simulator)
  company = await Company.linked(simulator, COMPANY)
})

afterEach(() => simulator.stop())

const refused = (status: number, code: string) =>
  expect.objectContaining<Partial<ControlError>>({ status, code })

/** What the server answered to a message: an error code, or undefined if it took it. */
const answerTo = async (id: string) =>
  (await until('it is answered', () => company.acks.find((ack) => ack.id === id))).error

/** Minutes pass at once. */
const pass = (seconds: number) => {
  const before = clock
  clock = () => before() + seconds * 1000
}

describe('the reach-out time-lock', () => {
  test('the reach-out lock refuses first messages, allows answers and ends by itself', async () => {
    await company.receives(await control.write(ANA, COMPANY, 'Bom dia'))
    await control.fault({ kind: 'reachOutLock', number: COMPANY, seconds: 600 })
    const cold = await company.send(person(1), 'Promoção')
    const answer = await company.send(ANA, 'Bom dia, Ana')
    expect(await answerTo(cold)).toBe('463')
    expect(await answerTo(answer)).toBeUndefined()
    expect(await control.messages(person(1))).toEqual([])
    await until('Baileys reports the refusal', () => company.statuses.get(cold)?.includes(0))
    pass(601)
    expect(await answerTo(await company.send(person(1), 'Promoção'))).toBeUndefined()
    expect(await control.faults()).toEqual([])
  })

  test('the reach-out lock is announced and answered on request', async () => {
    expect(await company.socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    const ends = Date.now() + 600_000
    await control.fault({ kind: 'reachOutLock', number: COMPANY, seconds: 600 })
    await until('it is announced', () => company.heard.notifications.some(({ type }) => type === 'mex'))
    const lock = await company.socket?.fetchAccountReachoutTimelock()
    expect(lock).toMatchObject({ isActive: true, enforcementType: 'WEB_COMPANION_ONLY' })
    expect(Math.abs((lock?.timeEnforcementEnds?.getTime() ?? 0) - ends)).toBeLessThan(10_000)
    pass(601)
    expect(await company.socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  })

  test('the reach-out lock holds for one account, and not for groups', async () => {
    const other = await Company.linked(simulator, '5511900000002')
    const group = await control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
    await control.fault({ kind: 'reachOutLock', number: COMPANY, seconds: 600 })
    const free = await other.send(person(1), 'Olá')
    await until('the other may write', () => other.acks.some(({ id, error }) => id === free && !error))
    expect(await answerTo(await company.send(group, 'Olá, grupo'))).toBeUndefined()
  })
})

describe('a limit of new chats', () => {
  test('the limit of new chats locks the account, and answers do not count', async () => {
    await company.receives(await control.write(ANA, COMPANY, 'Bom dia'))
    await control.fault({ kind: 'coldChatLimit', number: COMPANY, chats: 2, seconds: 600 })
    expect(await answerTo(await company.send(ANA, 'Bom dia'))).toBeUndefined()
    expect(await answerTo(await company.send(person(1), 'um'))).toBeUndefined()
    expect(await answerTo(await company.send(person(1), 'dois'))).toBeUndefined()
    expect(await company.socket?.fetchNewChatMessageCap()).toMatchObject({
      total_quota: 2,
      used_quota: 1,
      capping_status: 'NONE',
    })
    expect(await answerTo(await company.send(person(2), 'um'))).toBeUndefined()
    expect(await answerTo(await company.send(person(3), 'um'))).toBe('463')
    expect(await answerTo(await company.send(ANA, 'Ainda aqui'))).toBeUndefined()
    expect(await company.socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true })
    expect(await company.socket?.fetchNewChatMessageCap()).toMatchObject({
      used_quota: 2,
      capping_status: 'CAPPED',
    })
  })

  test('the limit of new chats restarts after the lock', async () => {
    await control.fault({ kind: 'coldChatLimit', number: COMPANY, chats: 1, seconds: 60 })
    await company.send(person(1), 'um')
    expect(await answerTo(await company.send(person(2), 'um'))).toBe('463')
    pass(61)
    expect(await company.socket?.fetchNewChatMessageCap()).toMatchObject({ used_quota: 0 })
    expect(await answerTo(await company.send(person(2), 'um'))).toBeUndefined()
    expect(await answerTo(await company.send(person(3), 'um'))).toBe('463')
  })
})

describe('a limit of checked numbers', () => {
  const check = (from: number, count: number) =>
    company.socket?.onWhatsApp(...Array.from({ length: count }, (_, index) => person(from + index)))

  test('the limit of checked numbers refuses more within a minute, and ends after it', async () => {
    await control.fault({ kind: 'checkLimit', number: COMPANY, perMinute: 50 })
    expect(await check(1, 50)).toHaveLength(50)
    await expect(check(51, 1)).rejects.toMatchObject({ message: 'rate-overlimit', data: 429 })
    pass(61)
    expect(await check(51, 1)).toHaveLength(1)
  })

  test('the limit of checked numbers does not hold messages', async () => {
    await control.fault({ kind: 'checkLimit', perMinute: 0 })
    await expect(check(1, 1)).rejects.toMatchObject({ data: 429 })
    expect(await answerTo(await company.send(ANA, 'Olá'))).toBeUndefined()
  })
})

describe('an account that wants a passkey', () => {
  const OWNER = '5511900000009'

  const connected = async () => {
    const stranger = new Company(simulator)
    stranger.connect()
    return { stranger, qr: await until('a QR code is shown', () => stranger.qr) }
  }

  const requestIn = ({ heard }: Company) =>
    heard.notifications.find(({ type }) => type === 'passkey_prologue_request')

  test('an account with a passkey asks for it once when linked by QR code', async () => {
    await control.declare(OWNER, 'Cautelosa')
    await control.fault({ kind: 'passkey', number: OWNER })
    const { stranger, qr } = await connected()
    expect(await control.scan(OWNER, qr)).toEqual({ number: OWNER, passkey: true })
    const request = await until('the request comes', () => requestIn(stranger))
    const [{ tag, content }] = request.content as [{ tag: string; content: Uint8Array }]
    expect(tag).toBe('passkey_request_options')
    expect(JSON.parse(Buffer.from(content).toString())).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: expect.any(Number),
      rpId: 'whatsapp.com',
      allowCredentials: [],
      userVerification: 'required',
    })
    expect(stranger.closes).toEqual([])
    expect((await control.phones()).find(({ number }) => number === OWNER)?.linked).toBe(false)
    await stranger.leave()
    await Company.linked(simulator, OWNER)
  })

  test('an account with a passkey asks for it when linked by pairing code', async () => {
    await control.declare(OWNER, 'Cautelosa')
    await control.fault({ kind: 'passkey', number: OWNER })
    const { stranger } = await connected()
    const code = await stranger.socket?.requestPairingCode(OWNER)
    const answer = await until('the code is known', () =>
      control.call('POST', `/phones/${OWNER}/pairing-code`, { code }).catch(() => undefined),
    )
    expect(answer).toEqual({ number: OWNER, passkey: true })
    await until('the request comes', () => requestIn(stranger))
    await stranger.leave()
  })
})

describe('privacy tokens', () => {
  test('a first sender gives a privacy token once, and the company attaches it', async () => {
    const given = () => company.heard.notifications.filter(({ type }) => type === 'privacy_token')
    await company.receives(await control.write(ANA, COMPANY, 'Oi'))
    await until('the token comes', () => given().length === 1)
    const keys = await until('it is kept', () => company.countKeys('tctoken') > 0)
    expect(keys).toBe(true)
    await company.receives(await control.write(ANA, COMPANY, 'Tudo bem?'))
    expect(given()).toHaveLength(1)
    const wire = new WireLog()
    await company.leave()
    await company.logIn({ logger: wire.logger })
    const answer = await company.send(ANA, 'Oi, Ana')
    expect(await answerTo(answer)).toBeUndefined()
    expect(wire.message(answer)).toContain('<tctoken')
    expect(wire.message(await company.send(person(1), 'Olá'))).not.toContain('<tctoken')
  })
})

describe('faults', () => {
  test('faults are listed, replaced and cleared, by kind or all', async () => {
    await control.fault({ kind: 'nack', to: ANA, code: 463 })
    await control.fault({ kind: 'nack', to: ANA, code: 479 })
    await control.fault({ kind: 'ackDelay', ms: 10 })
    await control.fault({ kind: 'coldChatLimit', number: COMPANY, chats: 5, seconds: 60 })
    await control.fault({ kind: 'freeze', number: COMPANY })
    expect(await control.faults()).toEqual([
      { kind: 'freeze', number: COMPANY },
      { kind: 'ackDelay', ms: 10 },
      { kind: 'coldChatLimit', number: COMPANY, chats: 5, seconds: 60, used: 0 },
      { kind: 'nack', to: ANA, code: 479 },
    ])
    await control.fault({ kind: 'clear', only: 'nack' })
    await control.fault({ kind: 'clear', only: 'freeze' })
    expect((await control.faults()).map(({ kind }) => kind)).toEqual(['ackDelay', 'coldChatLimit'])
    await control.fault({ kind: 'clear' })
    expect(await control.faults()).toEqual([])
  })

  test('faults survive a restart of the simulator', async () => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'whatsapp-simulator-'))
    const first = await startSimulator({ dataFolder })
    await controlOf(first).fault({ kind: 'uploadStatus', status: 503 })
    await first.stop()
    const second = await startSimulator({ dataFolder })
    expect(await controlOf(second).faults()).toEqual([{ kind: 'uploadStatus', status: 503 }])
    await second.stop()
    await rm(dataFolder, { recursive: true })
  })

  test.each([
    { kind: 'reachOutLock', number: COMPANY },
    { kind: 'reachOutLock', number: COMPANY, seconds: 60, minutes: 1 },
    { kind: 'coldChatLimit', number: COMPANY, chats: 0, seconds: 60 },
    { kind: 'checkLimit', perMinute: -1 },
    { kind: 'uploadStatus', status: 200 },
    { kind: 'passkey' },
    { kind: 'nack', to: 'Ana', code: 463 },
  ])('the fault $kind with %j is refused', async (fault) => {
    await expect(control.fault(fault)).rejects.toEqual(refused(400, 'ERR_INVALID_INPUT'))
  })
})
