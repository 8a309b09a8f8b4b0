import type { Connection } from '@recado/shared/connections/connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

const SHOP = '5511900000003'

let system: RunningSystem
let admin: ApiClient
let connection: Connection

beforeAll(async () => {
  system = await startSystem()
  admin = await ApiClient.signIn(system.origin)
})
afterAll(() => system.stop())

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
  await admin.done('PUT', `/whatsappsession/${connection.id}`)
  await admin.scanned(connection.id, number)
}

describe('a WhatsApp connection', () => {
  beforeAll(async () => {
    connection = await admin.linkedConnection(SHOP)
  })

  test('comes back by itself when the network drops', async () => {
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
    await until('the drop is seen', ({ status }) => status !== 'CONNECTED')
    await admin.connected(connection.id)
  })

  test('that is disconnected by a person unlinks the phone, says so and stays so', async () => {
    await admin.done('DELETE', `/whatsappsession/${connection.id}`)
    const ended = await until('the account is gone', ({ number }) => number === null)
    expect(ended).toMatchObject({ status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER', qrcode: '' })
    expect(await isLinked()).toBe(false)
  })

  test('that is tried again asks for a new QR code and links again', async () => {
    await admin.done('POST', `/whatsappsession/${connection.id}`)
    await admin.scanned(connection.id, SHOP)
    expect(await admin.connected(connection.id)).toMatchObject({ number: SHOP })
  })

  test('asked for a new QR code while connected forgets the account and can link another', async () => {
    await admin.done('PUT', `/whatsappsession/${connection.id}`)
    const { qrcode } = await until('a QR code', (now) => now.qrcode !== '')
    expect(await isLinked()).toBe(false)
    await admin.simulator('POST', '/phones/5511900000004/scan', { qr: qrcode })
    expect(await admin.connected(connection.id)).toMatchObject({ number: '5511900000004' })
  })

  test('unlinked on the phone ends with the reason, and is not tried again by itself', async () => {
    await admin.simulator('POST', '/faults', { kind: 'unlink', number: '5511900000004' })
    const ended = await until('it is disconnected', ({ status }) => status === 'DISCONNECTED')
    expect(ended.statusReason).toBe('LOGGED_OUT')
  })

  test('that is deleted is gone, with its keys', async () => {
    await admin.done('DELETE', `/whatsapp/${connection.id}`)
    expect(await admin.send('GET', `/whatsapp/${connection.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
  })
})

describe('a test of a connection', () => {
  const NO_ANSWER = { status: 424, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } }
  const tested = (whatsappId?: string) => admin.send('POST', '/whatsapp/test', { whatsappId })

  beforeAll(async () => {
    connection = await admin.linkedConnection(SHOP)
  })
  afterAll(() => admin.done('DELETE', `/whatsapp/${connection.id}`))

  test('asks WhatsApp, and says how long the answer took', async () => {
    const { status, body } = await tested(connection.id)
    expect({ status, body }).toEqual({
      status: 200,
      body: { whatsappId: connection.id, roundTripMs: expect.any(Number) },
    })
  })

  test('is of the default connection where none is named, and any user’s to make', async () => {
    const user = await ApiClient.signIn(system.origin, 'user@demo.test')
    const answer = await user.done<{ whatsappId: string }>('POST', '/whatsapp/test', {})
    expect(answer.whatsappId).toBe(connection.id)
  })

  test('fails where there is no session, whatever is stored of it', async () => {
    await admin.done('DELETE', `/whatsappsession/${connection.id}`)
    await until('the account is gone', ({ number }) => number === null)
    expect(await tested(connection.id)).toMatchObject(NO_ANSWER)
    expect(await tested()).toMatchObject(NO_ANSWER)
  })
})

describe('linking by a code', () => {
  const PHONE = '5511900000006'
  const codeFor = (number: string) =>
    admin.send<{ code: string; error?: string }>('POST', `/whatsappsession/${connection.id}/pairing-code`, {
      number,
    })
  const typed = (code: string) => admin.simulator('POST', `/phones/${PHONE}/pairing-code`, { code })

  beforeAll(async () => {
    connection = await admin.done<Connection>('POST', '/whatsapp', { name: 'Por código' })
  })
  afterAll(() => admin.done('DELETE', `/whatsapp/${connection.id}`))

  test('works with the number as people write it, from the code to the connection', async () => {
    const { status, body } = await codeFor('(11) 90000-0006')
    expect(status).toBe(200)
    expect(body.code).toMatch(/^[0-9A-Z]{8}$/)
    await typed(body.code)
    expect(await admin.connected(connection.id)).toMatchObject({
      number: PHONE,
      statusReason: null,
      qrcode: '',
    })
    expect(await isLinked(PHONE)).toBe(true)
  })

  test('takes the latest code alone, and the connection that was there is unlinked first', async () => {
    const first = await codeFor(PHONE)
    expect(await isLinked(PHONE)).toBe(false)
    const second = await codeFor(PHONE)
    expect(second.body.code).not.toBe(first.body.code)
    await expect(typed(first.body.code)).rejects.toThrow()
    await typed(second.body.code)
    expect(await admin.connected(connection.id)).toMatchObject({ number: PHONE })
  })

  test('goes to no other phone once the number is known, which is linked by its QR code', async () => {
    expect(await codeFor('11 90000-0066')).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_OTHER_NUMBER' },
    })
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })

  test('gives three codes in ten minutes, and leaves the connection as it is after that', async () => {
    // Three have been given above.
    const answer = await codeFor(PHONE)
    expect(answer).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })

  test('says that a number is none, and leaves the connection as it is', async () => {
    expect(await codeFor('12345')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect((await admin.connection(connection.id)).status).toBe('CONNECTED')
  })
})

describe('another number than the one that campaigns stand on', () => {
  const [KNOWN, OTHER] = ['5511900000007', '5511900000008']
  const answer = (accept: boolean) =>
    admin.done('POST', `/whatsappsession/${connection.id}/number`, { accept })
  const asked = () => until('the question', ({ statusReason }) => statusReason === 'OTHER_NUMBER')

  beforeAll(async () => {
    connection = await admin.linkedConnection(KNOWN)
    const list = await admin.newList('Com campanha')
    const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
    await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id, scheduledAt })
  })

  test('is not used before somebody says so', async () => {
    await relinked(OTHER)
    expect(await asked()).toMatchObject({ status: 'DISCONNECTED', pendingNumber: OTHER, qrcode: '' })
  })

  test('is unlinked again where they do not want it', async () => {
    await answer(false)
    const ended = await until('it is unlinked', () => true)
    expect(ended).toMatchObject({ status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER' })
    expect(ended.pendingNumber).toBeNull()
    await eventually('the phone shows no device', async () => !(await isLinked(OTHER)))
  })

  test('takes the place of the known one where they want it, and warms up anew', async () => {
    const { linkedAt } = connection
    await relinked(OTHER)
    await asked()
    await answer(true)
    const connected = await admin.connected(connection.id)
    expect(connected).toMatchObject({ number: OTHER, pendingNumber: null, statusReason: null })
    expect(connected.linkedAt && linkedAt && connected.linkedAt > linkedAt).toBe(true)
  })

  test('is not asked about again, while the one before now is', async () => {
    await relinked(OTHER)
    await admin.connected(connection.id)
    await relinked(KNOWN)
    expect(await asked()).toMatchObject({ pendingNumber: KNOWN })
  })
})
