import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type Simulator, startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { type ControlError, controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/**
 * What the simulator does, where it is tested. Everywhere the client is the unmodified Baileys, made to verify
 * signatures truly (`testing/true-signatures`).
 *
 * | behaviour | in `whatsapp-simulator-…` |
 * |---|---|
 * | the certificate chain holds under the root we hand out; another root closes with 400 | linking |
 * | QR code shown, changing, used up (408), scanned once; pair-success, 515, login, prekeys, history | linking |
 * | pairing code, right and wrong; linked again as a new device; two devices at once | linking, server |
 * | passkey instead of a link | limits |
 * | numbers: on WhatsApp, not, in another spelling; many at once; 429 | messages, limits |
 * | text: phone decrypts, ack, delivered, read; second text before an answer; ratchet afterwards | messages |
 * | text to a LID; first message under the number; LID alone | kinds |
 * | person writes: LID with number, delivery and read receipts of Baileys | messages |
 * | number that is not on WhatsApp; own events merged with a refusal; five hundred new contacts | messages |
 * | own phone's messages as `fromMe`; two companies to each other | messages, kinds, group-changes |
 * | groups: list, metadata, 404, 403; cold and warm sends; by LID and by number; people write | groups |
 * | groups: receipts by member, retries of phones, companies and authors, hidden numbers | groups |
 * | groups: add, remove, promote, demote, subject, create, leave, newcomers; away meanwhile | group-changes |
 * | image, video, audio, voice, document, sticker, both ways; upload refused; large file | media |
 * | location, contact, quote, reaction, edit, delete, both ways and in groups; typing both ways | kinds |
 * | refusal 463 and 479, late ack, late receipts | faults |
 * | cut line, end of stream, 503, 440, 401, 403, silence (408), nobody there (408) | faults |
 * | what came while away: messages, receipts, group events | faults, group-changes |
 * | lost sessions, one-time keys, last writes, of either side; few one-time keys left | lost-keys |
 * | time-lock, quota of new chats, privacy tokens | limits |
 * | settings, pings, logout, reset, bad requests | server |
 * | started again, killed | restart |
 * | the page | page |
 */
const COMPANY = '5511900000001'
const ANA = '5511988887777'

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

  test('a client that trusts our root is linked and logs in, with every signature verified', async () => {
    // The verifier is a true one: it tells a good signature from a bad one.
    const { private: key, public: publicKey } = Curve.generateKeyPair()
    const signature = Curve.sign(key, Buffer.from('assinado'))
    expect(Curve.verify(publicKey, Buffer.from('assinado'), signature)).toBe(true)
    expect(Curve.verify(publicKey, Buffer.from('outra coisa'), signature)).toBe(false)

    const verify = vi.spyOn(Curve, 'verify')
    const company = await Company.linked(simulator, COMPANY)
    expect(company.closes).toEqual([515])
    expect(company.opened).toBe(1)
    // Intermediate and leaf of two connections, and the account's signature of the link.
    expect(verify.mock.results.map(({ value }) => value)).toEqual([true, true, true, true, true])
  })

  test('a client that trusts another root closes with 400 and shows no code', async () => {
    const stranger = new Company(simulator)
    stranger.connect()
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(Curve.generateKeyPair().public)
    await until('it closes', () => stranger.closes.includes(400))
    expect(stranger.qr).toBeUndefined()
  })

  test('the QR code changes, and when all codes are used up the client closes with 408', async () => {
    const company = new Company(simulator)
    const shown = new Set<string>()
    company.connect({ qrTimeout: 40 }).ev.on('connection.update', ({ qr }) => {
      if (qr) shown.add(qr)
    })
    await until('it closes', () => company.closes.includes(408))
    expect(shown.size).toBe(6)
  })

  test('a second link of an account is another device, and both get messages', async () => {
    const first = await Company.linked(simulator, COMPANY)
    const second = await Company.linked(simulator, COMPANY)
    expect(second.credentials.me?.id).toBe(`${COMPANY}:2@s.whatsapp.net`)
    const id = await control.write(ANA, COMPANY, 'Para os dois')
    await Promise.all([first.receives(id), second.receives(id)])
    const sent = await second.send(ANA, 'Do segundo')
    expect((await first.receives(sent)).key).toMatchObject({ fromMe: true })
  })

  test('the history of the first login maps LIDs to declared numbers', async () => {
    await control.declare(ANA, 'Ana')
    const company = await Company.linked(simulator, COMPANY)
    const lid = await company.socket?.signalRepository.lidMapping.getLIDForPN(`${ANA}@s.whatsapp.net`)
    expect(lid).toMatch(/^\d{15}@lid$/)
  })

  test('a scanned, abandoned or expired QR code is refused', async () => {
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

  test('QR codes shown by the app are listed until scanned or removed', async () => {
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

  test('the pairing code typed on the phone links the client, and a wrong code does not', async () => {
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
