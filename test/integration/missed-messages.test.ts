import { handler } from '@recado/functions/conversations/inbound-worker'
import { getConnection } from '@recado/shared/connections/store'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import { startSimulator } from '@recado/whatsapp-simulator/simulator'
import { controlOf as controlFor, type controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { LinkedSession } from '../support/linked-session.ts'
import { sqsRecord } from '../support/sqs-record.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const [SHOP, OTHER, ANA, BETO] = ['5511900000271', '5511900000272', '5511987650271', '5511987650272'] as const
const CARLA = '5511987650273'
const MINUTE_MS = 60_000

let simulator: Awaited<ReturnType<typeof startSimulator>>
let control: ReturnType<typeof controlOf>
let shop: LinkedSession
let aheadMs: number

beforeEach(async () => {
  aheadMs = 0
  simulator = await startSimulator({ now: () => Date.now() + aheadMs })
  control = controlFor(simulator)
  for (const [number, name] of [
    [ANA, 'Ana'],
    [BETO, 'Beto'],
    [CARLA, 'Carla'],
  ] as const)
    await control.declare(number, name)
  shop = await LinkedSession.link(simulator, control, SHOP, worker)
})
afterEach(async () => {
  await shop.stop()
  await simulator.stop()
})

/** The worker behind the queue of received messages. */
const worker = async (event: InboundEvent, { memory, table, queues }: LinkedSession) => {
  const { ports, log } = enginePorts(memory, Date.now)
  setContext({ table, platform: new TenantTable(memory, 'platform'), log, ports: { ...ports, queues } })
  const { batchItemFailures } = await handler({ Records: [sqsRecord(event)] })
  expect(batchItemFailures).toEqual([])
}
const ticketOf = (chat: string): Promise<StoredTicket | undefined> => liveTicket(shop.table, 'LOJA', chat)
const texts = async (chat: string) =>
  (await shop.messages(chat)).flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
/** A person writes to the linked account. */
async function written(from: string, text: string): Promise<void> {
  await control.write(from, SHOP, text)
  await until(`“${text}” is stored`, async () => (await texts(from)).includes(text))
}
async function unlinked(): Promise<void> {
  await control.fault({ kind: 'unlink', number: SHOP })
  const reason = async () => (await getConnection(shop.table, 'LOJA'))?.statusReason
  await until('the account is logged out', async () => (await reason()) === 'LOGGED_OUT')
  aheadMs += MINUTE_MS
}
async function linkedAgain(number: string = SHOP): Promise<void> {
  await shop.linkedAgain(number, control)
  await shop.opens()
}

/** Waits until the account's history and a later message are recorded. */
async function historyCame(): Promise<void> {
  await until('the history has come', async () => (await shop.conversation(ANA)) !== undefined)
  const id = await control.write(BETO, OTHER, 'Oi')
  await shop.until(BETO, id, () => true)
}

describe('an account that is linked again after some time', () => {
  test('has one ticket with what a customer wrote meanwhile, and says nothing', async () => {
    await written(BETO, 'Bom dia')
    await unlinked()
    await control.write(ANA, SHOP, 'Vocês abrem hoje?')
    aheadMs += MINUTE_MS
    const photo = await control.writes(ANA, SHOP, { type: 'image', caption: 'Quero este' })
    aheadMs += MINUTE_MS
    await control.write(ANA, SHOP, 'Alguém aí?')
    await linkedAgain()
    await until('all is stored', async () => (await shop.messages(ANA)).length === 3)
    const ticket = await ticketOf(ANA)
    const messages = await shop.messages(ANA)
    expect(messages.map(({ ticketId, content }) => [ticketId, content.type])).toEqual(
      ['text', 'image', 'text'].map((type) => [ticket?.id, type]),
    )
    expect(await texts(ANA)).toEqual(['Vocês abrem hoje?', 'Alguém aí?'])
    expect(ticket).toMatchObject({ status: 'pending', inboundSeq: 3, waitingSince: messages[0]?.at })
    await shop.until(ANA, photo, ({ content }) => 'media' in content && content.media.state === 'READY')
    expect((await control.messages(ANA)).filter(({ fromMe }) => !fromMe)).toEqual([])

    await unlinked()
    await control.write(BETO, SHOP, 'E eu?')
    await linkedAgain()
    await until('the second history is stored', async () => (await texts(BETO)).includes('E eu?'))
    expect(await ticketOf(ANA)).toEqual(ticket)
    expect(await shop.messages(ANA)).toHaveLength(3)
  })

  test('has no ticket with a customer after the company’s answer on the phone', async () => {
    await written(BETO, 'Bom dia')
    await unlinked()
    await control.write(ANA, SHOP, 'Vocês abrem hoje?')
    aheadMs += MINUTE_MS
    await control.write(SHOP, ANA, 'Até as 18h')
    await control.write(CARLA, SHOP, 'E amanhã?')
    // At once: a text of the phone's app.
    await control.write(SHOP, CARLA, 'Respondemos logo')
    await linkedAgain()
    await until('both chats are stored', async () => {
      const [ofAna, ofCarla] = [await texts(ANA), await texts(CARLA)]
      return ofAna.length === 2 && ofCarla.length === 2
    })
    expect(await texts(ANA)).toEqual(['Vocês abrem hoje?', 'Até as 18h'])
    expect(await ticketOf(ANA)).toBeUndefined()
    expect(await ticketOf(CARLA)).toMatchObject({ inboundSeq: 1, waitingSince: expect.any(String) })
  })

  test('has a ticket that waits since the customer’s first message after the company’s answer', async () => {
    await written(BETO, 'Bom dia')
    await unlinked()
    await control.write(ANA, SHOP, 'Vocês abrem hoje?')
    aheadMs += MINUTE_MS
    await control.write(SHOP, ANA, 'Até as 18h')
    aheadMs += MINUTE_MS
    const question = await control.write(ANA, SHOP, 'E amanhã?')
    await linkedAgain()
    await until('all is stored', async () => (await texts(ANA)).length === 3)
    const { at } = await shop.until(ANA, question, () => true)
    expect(await ticketOf(ANA)).toMatchObject({ waitingSince: at, preview: 'E amanhã?' })
  })

  test('has nothing of the chats of another number', async () => {
    await unlinked()
    await control.write(ANA, OTHER, 'Mãe, cadê você?')
    await linkedAgain(OTHER)
    await historyCame()
    expect(await shop.messages(ANA)).toEqual([])
    expect(await ticketOf(ANA)).toBeUndefined()
  })
})

test('an account that is linked for the first time brings no earlier chats', async () => {
  await shop.stop()
  await control.write(ANA, OTHER, 'Oi, sumido')
  shop = await LinkedSession.link(simulator, control, OTHER, worker)
  await historyCame()
  expect(await shop.messages(ANA)).toEqual([])
})
