import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { beforeEach, describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '34600000001'

const on = simulated()
let company: Company
beforeEach(async () => {
  company = await Company.linked(on.simulator, COMPANY)
})

const textsOf = async (number: string) => (await on.control.messages(number)).map(({ text }) => text)

describe('refusals and delays', () => {
  test('a message to a number with a nack is refused with its code and reaches nobody, until the fault is cleared', async () => {
    await on.control.fault({ kind: 'nack', to: ANA, code: 463 })
    const refused = await company.send(ANA, 'um')
    const other = await company.send(LUIS, 'um')
    await until('both are answered', () => company.acks.length === 2)
    expect(company.acks.find(({ id }) => id === refused)?.error).toBe('463')
    expect(company.acks.find(({ id }) => id === other)?.error).toBeUndefined()
    await until('Baileys reports the error', () => company.statuses.get(refused)?.includes(0))
    expect(await textsOf(ANA)).toEqual([])

    await on.control.fault({ kind: 'clear' })
    const accepted = await company.send(ANA, 'dois')
    await until('it is delivered', () => company.statuses.get(accepted)?.includes(3))
    expect(await textsOf(ANA)).toEqual(['dois'])
    expect(await textsOf(COMPANY)).toEqual(['um', 'dois'])
  })

  test('a group with a nack refuses messages', async () => {
    const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
    await on.control.fault({ kind: 'nack', to: group, code: 479 })
    const id = await company.send(group, 'um')
    await until('it is answered', () => company.acks.find((ack) => ack.id === id)?.error === '479')
    expect(await textsOf(ANA)).toEqual([])
  })

  test('a nack also counts for the other spelling of a Brazilian number', async () => {
    await on.control.fault({ kind: 'nack', to: '551188887777', code: 479 })
    await company.socket?.onWhatsApp(ANA)
    const id = await company.send(ANA, 'um')
    await until('it is answered', () => company.acks.find((ack) => ack.id === id)?.error === '479')
  })

  test('a late acknowledgement comes after delivery, and receipts come after it', async () => {
    await on.control.fault({ kind: 'ackDelay', ms: 400 })
    const start = Date.now()
    const id = await company.send(ANA, 'Olá')
    expect(Date.now() - start).toBeLessThan(400)
    await until('Ana has it', async () => (await textsOf(ANA)).length === 1)
    expect(company.acks).toEqual([])
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
    expect((company.acks[0]?.at ?? 0) - start).toBeGreaterThanOrEqual(400)
  })

  test('a receipt waiting for its acknowledgement reaches a reconnected company once', async () => {
    await on.control.fault({ kind: 'ackDelay', ms: 300 })
    const id = await company.send(ANA, 'Olá')
    await until('Ana has it', async () => (await textsOf(ANA)).length === 1)
    await company.leave()
    await company.logIn()
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
    const next = await company.send(ANA, 'De novo')
    await until('the next is delivered', () => company.statuses.get(next)?.includes(3))
    expect(company.acks.map((ack) => ack.id)).toEqual([next])
    expect(company.statuses.get(id)).toEqual([3])
  })
})

describe('connections that end', () => {
  test('a cut line closes with 428, and the company logs in again', async () => {
    await on.control.fault({ kind: 'disconnect', number: COMPANY })
    await until('it is closed', () => company.closes.includes(428))
    await company.logIn()
    const id = await company.send(ANA, 'Voltei')
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
  })

  test('a second login of the same device closes the first with 440', async () => {
    company.connect()
    await until('the first is closed', () => company.closes.includes(440))
    await until('the second is open', () => company.opened === 2)
    const id = await company.send(ANA, 'Do segundo')
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
  })

  test('a company can be replaced and unlinked by its phone', async () => {
    await on.control.fault({ kind: 'replace', number: COMPANY })
    await until('it is closed as replaced', () => company.closes.includes(440))
    await company.logIn()
    await on.control.fault({ kind: 'unlink', number: COMPANY })
    await until('it is closed as logged out', () => company.closes.includes(401))
    company.connect()
    await until('its next login is refused', () => company.closes.filter((code) => code === 401).length === 2)
  })

  test.each([
    ['ends the stream', { kind: 'streamEnd' }, 428],
    ['is overloaded', { kind: 'streamError', code: 503 }, 503],
  ])('a server that %s closes the connection, and the company logs in again', async (_, fault, code) => {
    await on.control.fault({ ...fault, number: COMPANY })
    await until('it is closed', () => company.closes.includes(code))
    await company.logIn()
    const id = await company.send(ANA, 'Voltei')
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
  })

  test('a banned account is refused with 403 at its login', async () => {
    await on.control.fault({ kind: 'refuseLogin', number: COMPANY, reason: 403 })
    await company.leave()
    company.connect()
    await until('its login is refused', () => company.closes.includes(403))
    await on.control.fault({ kind: 'clear' })
    await company.logIn()
  })

  test('a connection without a server closes with 408', async () => {
    const nowhere = new Company(on.simulator)
    nowhere.connect({ waWebSocketUrl: 'ws://127.0.0.1:1/ws/chat' })
    await until('it is closed', () => nowhere.closes.includes(408))
  })

  test('a frozen server is noticed by its silence, with 408', async () => {
    await company.leave()
    await company.logIn({ keepAliveIntervalMs: 200 })
    await on.control.fault({ kind: 'freeze', number: COMPANY })
    await until('it is closed', () => company.closes.includes(408), 15_000)
    await on.control.fault({ kind: 'clear' })
    await company.logIn()
  })

  test('a frozen server takes nothing and says nothing until the fault is cleared', async () => {
    await on.control.fault({ kind: 'freeze', number: COMPANY })
    company.send(ANA, 'Perdida').catch(() => undefined)
    await on.control.write(LUIS, COMPANY, 'Durante o silêncio')
    expect(company.texts()).toEqual([])
    await company.leave()
    await on.control.fault({ kind: 'clear' })
    await company.logIn()
    await until('what was written meanwhile comes', () => company.texts().includes('Durante o silêncio'))
    expect(await textsOf(ANA)).toEqual([])
  })
})

describe('faults that end after a number of uses', () => {
  test('a download is cut after these bytes, and the next one is whole', async () => {
    const file = Buffer.alloc(300_000, 'a').toString('base64')
    const id = await on.control.writes(ANA, COMPANY, { type: 'image', file })
    const { message } = await company.receives(id)
    const download = async () => {
      const { body, headers } = await fetch(message?.imageMessage?.url ?? '')
      const pieces: Uint8Array[] = []
      const read = async () => {
        for await (const piece of body ?? []) pieces.push(piece)
      }
      const isWhole = await read().then(
        () => true,
        () => false,
      )
      return { isWhole, bytes: Buffer.concat(pieces).length, announced: headers.get('content-length') }
    }
    await on.control.fault({ kind: 'cutFiles', bytes: 1000, times: 2 })
    const sealed = { announced: '300026' }
    expect(await download()).toEqual({ ...sealed, isWhole: false, bytes: 1000 })
    expect(await download()).toEqual({ ...sealed, isWhole: false, bytes: 1000 })
    expect(await download()).toEqual({ ...sealed, isWhole: true, bytes: 300_026 })
    expect(await on.control.faults()).toEqual([])
  })

  test('a question about hosts for uploads is refused with its code, and then answered', async () => {
    await on.control.fault({ kind: 'noUploadHosts', number: COMPANY, code: 500, times: 1 })
    const attrs = { to: 's.whatsapp.net', type: 'set', xmlns: 'w:m' }
    const ask = () => company.socket?.query({ tag: 'iq', attrs, content: [{ tag: 'media_conn', attrs: {} }] })
    await expect(ask()).rejects.toMatchObject({ data: 500 })
    expect(await ask()).toMatchObject({ content: [{ tag: 'media_conn' }] })
  })

  /** Logs in, and counts the notices of changed groups in place of the library, which would ask at once. */
  const noticesAtLogin = async () => {
    const before = company.opened
    let notices = 0
    const { ws } = company.connect()
    ws.removeAllListeners('CB:ib,,dirty')
    ws.on('CB:ib,,dirty', () => notices++)
    await until('the company is logged in', () => company.opened > before)
    await company.socket?.fetchPrivacySettings(true)
    return notices
  }

  test('an account hears of changed groups at its logins until its question about them is refused', async () => {
    await company.leave()
    expect(await noticesAtLogin()).toBe(0)
    await on.control.fault({ kind: 'dirtyGroups', number: COMPANY, answer: 'refused', times: 1 })
    await company.leave()
    expect(await noticesAtLogin()).toBe(1)
    await expect(company.socket?.groupFetchAllParticipating()).rejects.toMatchObject({ data: 429 })
    expect(await company.socket?.groupFetchAllParticipating()).toEqual({})
    await company.leave()
    expect(await noticesAtLogin()).toBe(0)
  })

  test('a question about changed groups can cut the line', async () => {
    await on.control.fault({ kind: 'dirtyGroups', number: COMPANY, answer: 'cut', times: 1 })
    company.socket?.groupFetchAllParticipating().catch(() => undefined)
    await until('it is closed', () => company.closes.includes(428))
  })
})

describe('a company that is away', () => {
  test('an absent company gets missed messages at its next login, in order and once', async () => {
    await company.leave()
    await on.control.write(ANA, COMPANY, 'um')
    await on.control.write(LUIS, COMPANY, 'dois')
    await on.control.write(ANA, COMPANY, 'três')
    await company.logIn()
    await until('all three have come', () => company.texts().length === 3)
    expect(company.texts()).toEqual(['um', 'dois', 'três'])
    expect(
      company.received.filter(({ message }) => message?.conversation).map(({ arrival }) => arrival),
    ).toEqual(['append', 'append', 'append'])
    await nothingWaits()
  })

  test('an absent company gets missed receipts at its next login, once', async () => {
    const id = await company.send(ANA, 'Olá')
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
    await company.leave()
    await on.control.read(ANA, COMPANY)
    await company.logIn()
    await until('it is read', () => company.statuses.get(id)?.includes(4))
    await nothingWaits()
  })

  test('a company gets the delivery of a message whose line was cut before the answer', async () => {
    await on.control.fault({ kind: 'ackDelay', ms: 60_000 })
    const id = await company.send(ANA, 'Olá')
    await until('Ana has it', async () => (await textsOf(ANA)).length === 1)
    await on.control.fault({ kind: 'disconnect', number: COMPANY })
    await until('it is closed', () => company.closes.includes(428))
    await on.control.fault({ kind: 'clear' })
    expect(company.statuses.get(id)).toBeUndefined()
    await company.logIn()
    await until('it is delivered', () => company.statuses.get(id)?.includes(3))
    expect(company.acks).toEqual([])
  })
})

/** Once Baileys has acknowledged all that came, a further login replays nothing. */
async function nothingWaits(): Promise<void> {
  await until('a login replays nothing', async () => {
    const replayed: number[] = []
    await company.leave()
    const before = company.opened
    company.connect().ws.on('CB:ib,,offline', (node: { content: { attrs: { count: string } }[] }) => {
      replayed.push(Number(node.content[0]?.attrs.count))
    })
    await until('the company is logged in', () => company.opened > before)
    return replayed[0] === 0
  })
}
