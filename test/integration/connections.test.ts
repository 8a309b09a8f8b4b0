import type { Connection } from '@recado/shared/connections/connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, accepted } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000003'

const { system } = ownSystem()
let admin: ApiClient
let connection: Connection

beforeAll(async () => {
  admin = await ApiClient.signIn(system.origin)
})

const until = (what: string, holds: (connection: Connection) => boolean) =>
  eventually(what, async () => {
    const now = await admin.connection(connection.id)
    return holds(now) && now
  })
const isLinked = async (shop = SHOP) => {
  const phones = await admin.simulator<{ number: string; linked: boolean }[]>('GET', '/phones')
  return phones.find(({ number }) => number === shop)?.linked
}
/** A new QR code, read by the phone of this number. */
async function relinked(number: string): Promise<void> {
  await admin.call('requestNewQr', { whatsappId: connection.id })
  await admin.scanned(connection.id, number)
}

describe('a WhatsApp connection', () => {
  beforeAll(async () => {
    connection = await admin.linkedConnection(SHOP)
  })

  test('a connection reconnects by itself after a network drop', async () => {
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
    await until('the drop is seen', ({ status }) => status !== 'CONNECTED')
    await admin.connected(connection.id)
  })

  test('disconnecting a connection unlinks the phone and shows the reason', async () => {
    await admin.call('disconnectSession', { whatsappId: connection.id })
    const ended = await until('the account is gone', ({ number }) => number === null)
    expect(ended).toMatchObject({ status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER', qrcode: '' })
    expect(await isLinked()).toBe(false)
  })

  test('retrying a connection shows a new QR code and links again', async () => {
    await admin.call('retrySession', { whatsappId: connection.id })
    await admin.scanned(connection.id, SHOP)
    expect(await admin.connected(connection.id)).toMatchObject({ number: SHOP })
  })

  test('a new QR code of a connected connection unlinks the account and can link another', async () => {
    await admin.call('requestNewQr', { whatsappId: connection.id })
    const { qrcode } = await until('a QR code', (now) => now.qrcode !== '')
    expect(await isLinked()).toBe(false)
    await admin.simulator('POST', '/phones/5511900000004/scan', { qr: qrcode })
    expect(await admin.connected(connection.id)).toMatchObject({ number: '5511900000004' })
  })

  test('a connection unlinked on the phone ends with the reason LOGGED_OUT', async () => {
    await admin.simulator('POST', '/faults', { kind: 'unlink', number: '5511900000004' })
    const ended = await until('it is disconnected', ({ status }) => status === 'DISCONNECTED')
    expect(ended.statusReason).toBe('LOGGED_OUT')
  })

  test('a deleted connection answers 404', async () => {
    await admin.call('deleteConnection', { whatsappId: connection.id })
    expect(await admin.attempt('getConnection', { whatsappId: connection.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
  })
})

describe('a test of a connection', () => {
  const NO_ANSWER = { status: 424, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } }
  const tested = (whatsappId?: string) => admin.attempt('testConnection', { whatsappId })

  beforeAll(async () => {
    connection = await admin.linkedConnection(SHOP)
  })
  afterAll(() => admin.call('deleteConnection', { whatsappId: connection.id }))

  test('a connection test answers the round-trip time', async () => {
    const { status, body } = await tested(connection.id)
    expect({ status, body }).toEqual({
      status: 200,
      body: { whatsappId: connection.id, roundTripMs: expect.any(Number) },
    })
  })

  test('a connection test without an id tests the default connection, for any user', async () => {
    const user = await ApiClient.signIn(system.origin, 'user@demo.test')
    const answer = await user.call('testConnection')
    expect(answer.whatsappId).toBe(connection.id)
  })

  test('a connection test without a session fails', async () => {
    await admin.call('disconnectSession', { whatsappId: connection.id })
    await until('the account is gone', ({ number }) => number === null)
    expect(await tested(connection.id)).toMatchObject(NO_ANSWER)
    expect(await tested()).toMatchObject(NO_ANSWER)
  })
})

describe('linking by a code', () => {
  const PHONE = '5511900000006'
  const codeFor = (number: string) =>
    admin.attempt('requestPairingCode', { whatsappId: connection.id, number })
  const typed = (code: string) => admin.simulator('POST', `/phones/${PHONE}/pairing-code`, { code })

  beforeAll(async () => {
    connection = await admin.call('createConnection', { name: 'Por código' })
  })
  afterAll(() => admin.call('deleteConnection', { whatsappId: connection.id }))

  test('a pairing code links a phone, with the number in any spelling', async () => {
    const { body } = accepted(await codeFor('(11) 90000-0006'))
    expect(body.code).toMatch(/^[0-9A-Z]{8}$/)
    await typed(body.code)
    expect(await admin.connected(connection.id)).toMatchObject({
      number: PHONE,
      statusReason: null,
      qrcode: '',
    })
    expect(await isLinked(PHONE)).toBe(true)
  })

  test('only the latest pairing code works, and asking for one unlinks the account', async () => {
    const first = accepted(await codeFor(PHONE))
    expect(await isLinked(PHONE)).toBe(false)
    const second = accepted(await codeFor(PHONE))
    expect(second.body.code).not.toBe(first.body.code)
    await expect(typed(first.body.code)).rejects.toThrow()
    await typed(second.body.code)
    expect(await admin.connected(connection.id)).toMatchObject({ number: PHONE })
  })

  test('a pairing code for another number than the known one is refused', async () => {
    expect(await codeFor('11 90000-0066')).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_OTHER_NUMBER' },
    })
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })

  test('a fourth pairing code within ten minutes is refused, and the connection stays up', async () => {
    // Three have been given above.
    const answer = await codeFor(PHONE)
    expect(answer).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })

  test('a pairing code for an invalid number is refused, and the connection stays up', async () => {
    expect(await codeFor('12345')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })
})

describe('another number than the one that campaigns stand on', () => {
  const [KNOWN, OTHER] = ['5511900000007', '5511900000008']
  const answer = (accept: boolean) => admin.call('answerOtherNumber', { whatsappId: connection.id, accept })
  const asked = () => until('the question', ({ statusReason }) => statusReason === 'OTHER_NUMBER')

  beforeAll(async () => {
    connection = await admin.linkedConnection(KNOWN)
    const list = await admin.newList('Com campanha')
    const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
    await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id, scheduledAt })
  })

  test('another number linked to a connection with campaigns waits for an answer', async () => {
    await relinked(OTHER)
    expect(await asked()).toMatchObject({ status: 'DISCONNECTED', pendingNumber: OTHER, qrcode: '' })
  })

  test('another number that is declined is unlinked', async () => {
    await answer(false)
    const ended = await until('it is unlinked', () => true)
    expect(ended).toMatchObject({ status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER' })
    expect(ended.pendingNumber).toBeNull()
    await eventually('the phone shows no device', async () => !(await isLinked(OTHER)))
  })

  test('another number that is accepted replaces the known one and restarts the warm-up', async () => {
    const { linkedAt } = connection
    await relinked(OTHER)
    await asked()
    await answer(true)
    const connected = await admin.connected(connection.id)
    expect(connected).toMatchObject({ number: OTHER, pendingNumber: null, statusReason: null })
    expect(connected.linkedAt && linkedAt && connected.linkedAt > linkedAt).toBe(true)
  })

  test('an accepted number is not asked about again, and the former one is', async () => {
    await relinked(OTHER)
    await admin.connected(connection.id)
    await relinked(KNOWN)
    expect(await asked()).toMatchObject({ pendingNumber: KNOWN })
  })
})
