import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Desk } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const { principals } = ownSystem()

const SHOP = '5511900000253'
let desk: Desk
let { admin, ana } = {} as Desk['parts']

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551195574')
  ;({ admin, ana } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  desk.newCustomer()
})

const faults = (fault: object) => admin.simulator('POST', '/faults', fault)
const status = async () => (await admin.connection(desk.parts.connection.id)).status

describe('an answer', { timeout: atMost(90_000) }, () => {
  test('answers written while the connection is down leave once, in their order, when it is back', async () => {
    const { id: ticketId } = await desk.attended()
    await faults({ kind: 'refuseLogin', number: SHOP, reason: 503 })
    await faults({ kind: 'disconnect', number: SHOP })
    await eventually('it is down', async () => (await status()) === 'TIMEOUT')
    const words = ['Primeiro', 'Segundo', 'Terceiro']
    for (const text of words) expect((await desk.answer(ana, ticketId, text)).status).toBe(201)
    const waiting = await desk.messages(ana, ticketId)
    expect(waiting.slice(-3).map((message) => message.status)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    await faults({ kind: 'clear', only: 'refuseLogin' })
    await desk.receives('Terceiro')
    const got = (await desk.texts()).filter((text) => words.includes(text ?? ''))
    expect(got).toEqual(words)
    await desk.message('it is sent', ana, ticketId, (one) => one.status === 'SENT' && one.level !== null)
  })

  test('a failed message is sent again once, as a new message', async () => {
    const { id: ticketId } = await desk.attended()
    await faults({ kind: 'nack', to: desk.customer, code: 479 })
    await desk.answer(ana, ticketId, 'Chegou?')
    const failed = await desk.message('it failed', ana, ticketId, (one) => one.status === 'FAILED')
    await faults({ kind: 'clear', only: 'nack' })
    const again = await Promise.all(
      [1, 2].map(() => ana.call('retryMessage', { ticketId, messageId: failed.id })),
    )
    expect(new Set(again.map(({ id }) => id)).size).toBe(1)
    await desk.receives('Chegou?')
    const shown = await desk.messages(ana, ticketId)
    expect(shown.find(({ id }) => id === failed.id)).toMatchObject({ retriedAs: again[0]?.id })
    expect((await desk.texts()).filter((text) => text === 'Chegou?')).toHaveLength(1)
  })
})
