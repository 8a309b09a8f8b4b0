import '@recado/whatsapp-simulator/silence-signal-library'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { type ControlError, controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { signatureHolds } from '@recado/whatsapp-simulator/wire/xeddsa'
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '34600000001'

vi.setConfig({ testTimeout: 20_000 })

let simulator: Simulator
let control: ReturnType<typeof controlOf>
let clock: () => number

beforeEach(async () => {
  clock = Date.now
  simulator = await startSimulator({ now: () => clock() })
  control = controlOf(simulator)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await simulator.stop()
})

const refused = (status: number, code: string) =>
  expect.objectContaining<Partial<ControlError>>({ status, code })

const incoming = async (number: string) => (await control.messages(number)).filter(({ fromMe }) => !fromMe)

describe('linking', () => {
  test('a phone that scans the QR code links the client, which then logs in with its prekeys', async () => {
    const company = await Company.linked(simulator, COMPANY, 'Loja Demonstração')
    expect(company.closes).toEqual([515])
    expect(company.credentials.me).toMatchObject({
      id: `${COMPANY}:1@s.whatsapp.net`,
      name: 'Loja Demonstração',
    })
    expect(company.credentials.me?.lid).toMatch(/^\d{15}:1@lid$/)
    expect(company.countKeys('pre-key')).toBeGreaterThan(800)
    expect(await control.phones()).toMatchObject([{ number: COMPANY, linked: true, connected: true }])
  })

  test('every signature of the certificates and of the link is true, and belongs to the root we hand out', async () => {
    vi.spyOn(Curve, 'verify').mockImplementation((key, message, signature) =>
      signatureHolds(key.subarray(-32), message, signature),
    )
    const company = await Company.linked(simulator, COMPANY)
    expect(company.opened).toBe(1)

    const stranger = new Company(simulator)
    stranger.connect()
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(Curve.generateKeyPair().public)
    await until('a client that trusts another root closes', () => stranger.closes.includes(400))
  })

  test('the history of the first login says which LID belongs to which declared number', async () => {
    await control.declare(ANA, 'Ana')
    const company = await Company.linked(simulator, COMPANY)
    const lid = await company.socket?.signalRepository.lidMapping.getLIDForPN(`${ANA}@s.whatsapp.net`)
    expect(lid).toMatch(/^\d{15}@lid$/)
  })

  test('a QR code is refused when it was scanned before, when its client has gone and when its time is over', async () => {
    await control.declare(COMPANY, 'Loja')
    const company = new Company(simulator)
    company.connect()
    const scanned = await until('a QR code is shown', () => company.qr)
    await control.scan(COMPANY, scanned)
    await expect(control.scan(COMPANY, scanned)).rejects.toEqual(refused(409, 'ERR_QR_EXPIRED'))

    const gone = new Company(simulator)
    gone.connect()
    const abandoned = await until('a QR code is shown', () => gone.qr)
    await gone.leave()
    await until('the code of a client that left is refused', () =>
      control
        .scan(COMPANY, abandoned)
        .catch((error: ControlError) => error.code === 'ERR_QR_EXPIRED')
        .then((expired) => expired === true),
    )

    const slow = new Company(simulator)
    slow.connect()
    const old = await until('a QR code is shown', () => slow.qr)
    clock = () => Date.now() + 63_000
    await expect(control.scan(COMPANY, old)).rejects.toEqual(refused(409, 'ERR_QR_EXPIRED'))
    await slow.leave()
  })

  test('the codes that the app shows are listed until they are scanned or taken away', async () => {
    await control.declare(COMPANY, 'Loja')
    const company = new Company(simulator)
    company.connect()
    const qr = await until('a QR code is shown', () => company.qr)
    await control.call('PUT', '/screen', { connectionId: 'con_1', name: 'Vendas', qr })
    await control.call('PUT', '/screen', { connectionId: 'con_2', name: 'Suporte', qr })
    await control.call('PUT', '/screen', { connectionId: 'con_2', name: 'Suporte', qr: '' })
    expect(await control.call('GET', '/screen')).toEqual([{ connectionId: 'con_1', name: 'Vendas', qr }])
    await control.scan(COMPANY, qr)
    expect(await control.call('GET', '/screen')).toEqual([])
  })

  test('a phone whose user types the pairing code links the client, and a wrong code does not', async () => {
    await control.declare(COMPANY, 'Loja')
    const company = new Company(simulator)
    const socket = company.connect()
    await until('the client may ask for a code', () => company.qr)
    const code = await socket.requestPairingCode(COMPANY)
    const type = (typed: string) => control.call('POST', `/phones/${COMPANY}/pairing-code`, { code: typed })
    await until('a wrong code is refused', () =>
      type('AAAA-AAAA').then(
        () => false,
        (error: ControlError) => error.code === 'ERR_PAIRING_CODE_WRONG',
      ),
    )
    await type(`${code.slice(0, 4)}-${code.slice(4)}`)
    await until('the link ends with a restart', () => company.closes.includes(515))
    await company.logIn()
    await company.send(ANA, 'Olá')
    await until('Ana has the message', async () => (await control.messages(ANA)).length === 1)
  })
})

describe('messages', () => {
  test('a text reaches the phone exactly once; then come the acknowledgement, the delivery and, once read, the reading', async () => {
    const company = await Company.linked(simulator, COMPANY)
    const before = Date.now()
    const id = await company.send(ANA, 'Olá, Ana')
    await until('the message is delivered', () => company.statuses.get(id)?.includes(3))
    expect(await control.messages(ANA)).toEqual([
      {
        id,
        chat: COMPANY,
        from: COMPANY,
        fromMe: false,
        type: 'text',
        text: 'Olá, Ana',
        at: expect.any(String),
      },
    ])
    expect(await control.messages(COMPANY)).toMatchObject([{ id, chat: ANA, fromMe: true, text: 'Olá, Ana' }])
    const [received] = await control.messages(ANA)
    expect(Date.parse(received?.at ?? '')).toBeGreaterThanOrEqual(before)
    expect(company.acks).toEqual([{ id, error: undefined, at: expect.any(Number) }])
    expect(company.statuses.get(id)).not.toContain(4)
    expect(await control.read(ANA, COMPANY)).toEqual({ read: 1 })
    await until('the message is read', () => company.statuses.get(id)?.includes(4))
    expect(await control.read(ANA, COMPANY)).toEqual({ read: 0 })
  })

  test('a person writes, addressed by LID, and sees the blue ticks when the company reads', async () => {
    await control.declare(ANA, 'Ana')
    const company = await Company.linked(simulator, COMPANY)
    const id = await control.write(ANA, COMPANY, 'Bom dia')
    const message = await until('the company has the message', () =>
      company.received.find(({ key }) => key.id === id),
    )
    expect(message).toMatchObject({
      arrival: 'notify',
      pushName: 'Ana',
      message: { conversation: 'Bom dia' },
      key: { fromMe: false, remoteJidAlt: `${ANA}@s.whatsapp.net`, addressingMode: 'lid' },
    })
    expect(message.key.remoteJid).toMatch(/@lid$/)
    expect(await control.messages(COMPANY)).toMatchObject([{ id, chat: ANA, from: ANA, fromMe: false }])
    await company.socket?.readMessages([message.key])
    await until('Ana sees that it was read', async () => (await control.ticks(ANA, id)) === 'read')
  })

  test('what the company writes on its own phone is copied to its linked device', async () => {
    const company = await Company.linked(simulator, COMPANY)
    const id = await control.write(COMPANY, ANA, 'Do celular')
    const copy = await until('the copy has come', () => company.received.find(({ key }) => key.id === id))
    expect(copy).toMatchObject({ key: { fromMe: true }, message: { conversation: 'Do celular' } })
    expect(await control.messages(ANA)).toMatchObject([{ id, from: COMPANY, text: 'Do celular' }])
  })

  test('two companies write to each other and see each other read', async () => {
    const one = await Company.linked(simulator, COMPANY)
    const other = await Company.linked(simulator, '5511900000002')
    const id = await one.send('5511900000002', 'Parceria?')
    const message = await until('the other has it', () => other.received.find(({ key }) => key.id === id))
    await other.socket?.readMessages([message.key])
    await until('the first sees that it was read', () => one.statuses.get(id)?.includes(4))
    await other.send(COMPANY, 'Fechado')
    await until('the first has the answer', () => one.texts().includes('Fechado'))
  })

  test('two messages with one id are two messages: nothing is de-duplicated here', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await company.send(ANA, 'Promoção', { messageId: '3EB0AAAAAAAAAAAAAAAAAA' })
    await company.send(ANA, 'Promoção', { messageId: '3EB0AAAAAAAAAAAAAAAAAA' })
    await until('Ana has both', async () => (await control.messages(ANA)).length === 2)
  })

  test('five hundred new contacts get their messages', { timeout: 60_000 }, async () => {
    const company = await Company.linked(simulator, COMPANY)
    const numbers = Array.from({ length: 500 }, (_, index) => `55119700${String(10_001 + index)}`)
    await Promise.all(numbers.map((number) => company.send(number, `Olá ${number}`)))
    await until('all are acknowledged', () => company.acks.length === numbers.length, 30_000)
    for (const number of numbers) {
      expect(await incoming(number)).toMatchObject([{ text: `Olá ${number}` }])
    }
  })
})

describe('who is on WhatsApp', () => {
  test('a number that nobody declared is, unless it ends in 0000', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await control.declare('5511911110000', 'Declarada')
    await control.declare('5511911112222', 'Sem WhatsApp', false)
    const exists = async (number: string) => (await company.socket?.onWhatsApp(number)) ?? []
    expect(await exists(LUIS)).toEqual([{ jid: `${LUIS}@s.whatsapp.net`, exists: true }])
    expect(await exists('5511933330000')).toEqual([])
    expect(await exists('5511911112222')).toEqual([])
    expect(await exists('5511911110000')).toEqual([{ jid: '5511911110000@s.whatsapp.net', exists: true }])
  })

  test.each([
    [
      'a declared number with the ninth digit answers without it too',
      ['5511977776666'],
      '551177776666',
      '5511977776666',
    ],
    [
      'a declared number without the ninth digit answers with it too',
      ['551177776666'],
      '5511977776666',
      '551177776666',
    ],
    ['an unknown mobile number is spelled with its ninth digit', [], '551177776666', '5511977776666'],
    ['a landline number stays as it is', [], '551133334444', '551133334444'],
  ])('%s', async (_, declared, asked, canonical) => {
    for (const number of declared) await control.declare(number, 'Bia')
    const company = await Company.linked(simulator, COMPANY)
    expect(await company.socket?.onWhatsApp(asked)).toEqual([
      { jid: `${canonical}@s.whatsapp.net`, exists: true },
    ])
    await company.send(asked, 'Oi')
    await until('the message is there', async () => (await incoming(canonical)).length === 1)
    expect(await incoming(asked)).toHaveLength(1)
  })

  test('a message to a number that is not on WhatsApp is acknowledged and never delivered', async () => {
    const company = await Company.linked(simulator, COMPANY)
    const id = await company.send('5511933330000', 'Alô?')
    await until('it is acknowledged', () => company.acks.find((ack) => ack.id === id))
    expect(await control.messages('5511933330000')).toEqual([])
    expect(company.statuses.get(id) ?? []).not.toContain(3)
  })
})

describe('lost keys', () => {
  test('a phone that cannot decrypt asks for the message again and then has it once', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await company.send(ANA, 'um')
    await control.write(ANA, COMPANY, 'resposta')
    await until('the company has the answer', () => company.texts().includes('resposta'))
    const before = company.snapshotKeys()
    const second = await company.send(ANA, 'dois')
    await until('the second is delivered', () => company.statuses.get(second)?.includes(3))
    // The database loses its last writes: the next message is sealed with a key that both phones have used up.
    company.restoreKeys(before)
    const retries: string[] = []
    company.socket?.ws.on('CB:receipt,type:retry', ({ attrs }) => retries.push(attrs.id))
    const third = await company.send(ANA, 'três')
    await until('the third is delivered', () => company.statuses.get(third)?.includes(3))
    expect(retries).toContain(third)
    const fourth = await company.send(ANA, 'quatro')
    await until('the fourth is delivered', () => company.statuses.get(fourth)?.includes(3))
    expect((await incoming(ANA)).map(({ text }) => text)).toEqual(['um', 'dois', 'três', 'quatro'])
    const copies = (await control.messages(COMPANY)).filter(({ fromMe }) => fromMe)
    expect(copies.map(({ text }) => text)).toEqual(['um', 'dois', 'três', 'quatro'])
  })

  test('a company that lost its sessions asks for the message again and gets it', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await control.write(ANA, COMPANY, 'antes')
    await company.send(ANA, 'resposta')
    await until(
      'both have written',
      async () => company.texts().includes('antes') && (await incoming(ANA)).length === 1,
    )
    await control.write(ANA, COMPANY, 'ainda antes')
    await until('a ratchet without prekeys runs', () => company.texts().includes('ainda antes'))
    await company.leave()
    company.loseKeys('session')
    company.loseKeys('pre-key')
    await company.logIn()
    const id = await control.write(ANA, COMPANY, 'depois')
    await until('the message came at last', () => company.texts().includes('depois'), 20_000)
    expect(company.received.some(({ key, messageStubType }) => key.id === id && messageStubType)).toBe(true)
  })
})

describe('the server', () => {
  test('answers what Baileys asks about limits, groups, settings and pictures', async () => {
    const company = await Company.linked(simulator, COMPANY)
    const { socket } = company
    expect(await socket?.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    expect(await socket?.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
    expect(await socket?.groupFetchAllParticipating()).toEqual({})
    expect(await socket?.fetchPrivacySettings(true)).toMatchObject({ readreceipts: 'all' })
    expect(await socket?.fetchBlocklist()).toEqual([])
    await expect(socket?.profilePictureUrl(`${ANA}@s.whatsapp.net`)).rejects.toThrow('item-not-found')
  })

  test('answers pings, so that a quiet connection lives', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await company.leave()
    await company.logIn({ keepAliveIntervalMs: 50 })
    const pings: unknown[] = []
    company.socket?.ws.on('frame', (frame) => pings.push(frame))
    await until('some pings are answered', () => pings.length > 3)
    expect(company.closes).toEqual([515, expect.any(Number)])
  })

  test('unlinks a company that logs out, and lets its number be linked again as a new device', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await company.socket?.logout()
    await until('it is closed', () => company.closes.includes(401))
    await until('its phone has no linked device', async () => !(await control.phones())[0]?.linked)
    company.connect()
    await until('its login is refused', () => company.closes.filter((code) => code === 401).length === 2)
    const anew = await Company.linked(simulator, COMPANY)
    expect(anew.credentials.me?.id).toBe(`${COMPANY}:2@s.whatsapp.net`)
  })

  test('a reset forgets phones, messages and links, and keeps its certificate', async () => {
    const company = await Company.linked(simulator, COMPANY)
    await company.send(ANA, 'Olá')
    await until('Ana has it', async () => (await control.messages(ANA)).length === 1)
    await control.reset()
    await until('the company is cut off', () => company.closes.length === 2)
    expect(await control.phones()).toEqual([])
    expect(await control.messages(ANA)).toEqual([])
    company.connect()
    await until('its login is refused', () => company.closes.includes(401))
    expect(await control.rootPublicKey()).toEqual(simulator.rootPublicKey)
    await Company.linked(simulator, COMPANY)
  })

  test.each([
    ['POST', '/phones', { number: '+55 11', name: 'Ana' }, 400, 'ERR_INVALID_INPUT'],
    ['POST', '/phones', { number: ANA, name: 'Ana', colour: 'red' }, 400, 'ERR_INVALID_INPUT'],
    ['POST', `/phones/${ANA}/scan`, { qr: 'nonsense' }, 400, 'ERR_QR_INVALID'],
    ['POST', '/phones/5511933330000/messages', { to: ANA, text: 'oi' }, 404, 'ERR_PHONE_NOT_FOUND'],
    ['POST', `/phones/${ANA}/messages`, { to: '5511933330000', text: 'oi' }, 409, 'ERR_NOT_ON_WHATSAPP'],
    ['POST', '/faults', { kind: 'disconnect', number: ANA }, 409, 'ERR_NOT_CONNECTED'],
    ['POST', '/faults', { kind: 'earthquake' }, 400, 'ERR_INVALID_INPUT'],
    ['GET', '/nothing', undefined, 404, 'ERR_NO_SUCH_CALL'],
  ])('%s %s with %j is refused', async (method, path, body, status, code) => {
    await expect(control.call(method, path, body)).rejects.toEqual(refused(status, code))
  })

  test('the page and its parts are served, and allow no foreign script', async () => {
    const page = await fetch(`${simulator.url}/simulator`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const parts = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect((await fetch(`${simulator.url}${part}`)).status).toBe(200)
  })
})
