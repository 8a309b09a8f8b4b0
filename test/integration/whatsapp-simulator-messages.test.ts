import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { WireLog } from '@recado/whatsapp-simulator/testing/wire-log'
import { describe, expect, test } from 'vitest'
import { atMost } from '../support/eventually.ts'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '34600000001'

const on = simulated()

const incoming = async (number: string) => (await on.control.messages(number)).filter(({ fromMe }) => !fromMe)

describe('messages', () => {
  test('a text reaches the phone once, followed by acknowledgement, delivery and reading', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const before = Date.now()
    const id = await company.send(ANA, 'Olá, Ana')
    await until('the message is delivered', () => company.statuses.get(id)?.includes(3))
    expect(await on.control.messages(ANA)).toEqual([
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
    expect(await on.control.messages(COMPANY)).toMatchObject([
      { id, chat: ANA, fromMe: true, text: 'Olá, Ana' },
    ])
    const [received] = await on.control.messages(ANA)
    expect(Date.parse(received?.at ?? '')).toBeGreaterThanOrEqual(before)
    expect(company.acks).toEqual([{ id, error: undefined, at: expect.any(Number) }])
    expect(company.statuses.get(id)).not.toContain(4)
    expect(await on.control.read(ANA, COMPANY)).toEqual({ read: 1 })
    await until('the message is read', () => company.statuses.get(id)?.includes(4))
    expect(await on.control.read(ANA, COMPANY)).toEqual({ read: 0 })
  })

  test('a message is acknowledged, delivered and read, in this order', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const receipts: string[] = []
    company.socket?.ws.on('CB:receipt', ({ attrs }: { attrs: Record<string, string> }) =>
      receipts.push(attrs.type ?? 'delivered'),
    )
    const id = await company.send(ANA, 'Olá')
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
    await on.control.read(ANA, COMPANY)
    await until('it is read', () => company.statuses.get(id)?.includes(4))
    expect(receipts).toEqual(['sender', 'delivered', 'read'])
    // Baileys reports events that come together as one, so that a lower status may be missing.
    const statuses = company.statuses.get(id) ?? []
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other))
  })

  test('messages open a session until the person answers, and use it afterwards', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const wire = new WireLog()
    await company.leave()
    await company.logIn({ logger: wire.logger })
    const ownLid = company.credentials.me?.lid?.split(':')[0]
    const toOthers = new RegExp(`<to jid='(?!${ownLid})[^>]*>\\s*<enc v='2' type='(\\w+)'`)
    const encryptionOf = (id: string) => toOthers.exec(wire.message(id) ?? '')?.[1]
    expect(encryptionOf(await company.send(ANA, 'um'))).toBe('pkmsg')
    expect(encryptionOf(await company.send(ANA, 'dois'))).toBe('pkmsg')
    await company.receives(await on.control.write(ANA, COMPANY, 'Oi'))
    expect(encryptionOf(await company.send(ANA, 'três'))).toBe('msg')
    await until('Ana has all', async () => (await incoming(ANA)).length === 3)
  })

  test('with own events on, a refusal is merged into the own message', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await on.control.fault({ kind: 'nack', to: ANA, code: 463 })
    await company.leave()
    await company.logIn({ emitOwnEvents: true })
    const id = await company.send(ANA, 'Olá')
    await until('it is refused', () => company.acks.find((ack) => ack.id === id)?.error === '463')
    const own = await until('it is reported', () => company.received.find(({ key }) => key.id === id))
    expect([own.status, company.statuses.get(id)]).toEqual([0, undefined])
  })

  test('a person who writes by LID sees when the company reads', async () => {
    await on.control.declare(ANA, 'Ana')
    const company = await Company.linked(on.simulator, COMPANY)
    const id = await on.control.write(ANA, COMPANY, 'Bom dia')
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
    expect(await on.control.messages(COMPANY)).toMatchObject([{ id, chat: ANA, from: ANA, fromMe: false }])
    await company.socket?.readMessages([message.key])
    await until('Ana sees that it was read', async () => (await on.control.ticks(ANA, id)) === 'read')
  })

  test('messages written on the company’s phone are copied to its linked device', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const id = await on.control.write(COMPANY, ANA, 'Do celular')
    const copy = await until('the copy has come', () => company.received.find(({ key }) => key.id === id))
    expect(copy).toMatchObject({ key: { fromMe: true }, message: { conversation: 'Do celular' } })
    expect(await on.control.messages(ANA)).toMatchObject([{ id, from: COMPANY, text: 'Do celular' }])
  })

  test('two companies write to each other and see each other read', async () => {
    const one = await Company.linked(on.simulator, COMPANY)
    const other = await Company.linked(on.simulator, '5511900000002')
    const id = await one.send('5511900000002', 'Parceria?')
    const message = await until('the other has it', () => other.received.find(({ key }) => key.id === id))
    await other.socket?.readMessages([message.key])
    await until('the first sees that it was read', () => one.statuses.get(id)?.includes(4))
    await other.send(COMPANY, 'Fechado')
    await until('the first has the answer', () => one.texts().includes('Fechado'))
  })

  test('two messages with one id are both delivered', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await company.send(ANA, 'Promoção', { messageId: '3EB0AAAAAAAAAAAAAAAAAA' })
    await company.send(ANA, 'Promoção', { messageId: '3EB0AAAAAAAAAAAAAAAAAA' })
    await until('Ana has both', async () => (await on.control.messages(ANA)).length === 2)
  })

  test('five hundred new contacts get their messages', { timeout: atMost(60_000) }, async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const numbers = Array.from({ length: 500 }, (_, index) => `55119700${String(10_001 + index)}`)
    await Promise.all(numbers.map((number) => company.send(number, `Olá ${number}`)))
    await until('all are acknowledged', () => company.acks.length === numbers.length, 30_000)
    for (const number of numbers) {
      expect(await incoming(number)).toMatchObject([{ text: `Olá ${number}` }])
    }
  })
})

describe('who is on WhatsApp', () => {
  test('an undeclared number is on WhatsApp, unless it ends in 0000', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    await on.control.declare('5511911110000', 'Declarada')
    await on.control.declare('5511911112222', 'Sem WhatsApp', false)
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
    for (const number of declared) await on.control.declare(number, 'Bia')
    const company = await Company.linked(on.simulator, COMPANY)
    expect(await company.socket?.onWhatsApp(asked)).toEqual([
      { jid: `${canonical}@s.whatsapp.net`, exists: true },
    ])
    await company.send(asked, 'Oi')
    await until('the message is there', async () => (await incoming(canonical)).length === 1)
    expect(await incoming(asked)).toHaveLength(1)
  })

  test('a message to a number that is not on WhatsApp is acknowledged and never delivered', async () => {
    const company = await Company.linked(on.simulator, COMPANY)
    const id = await company.send('5511933330000', 'Alô?')
    await until('it is acknowledged', () => company.acks.find((ack) => ack.id === id))
    expect(await on.control.messages('5511933330000')).toEqual([])
    expect(company.statuses.get(id) ?? []).not.toContain(3)
  })
})
