import type { Connection } from '@recado/shared/connections/connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

const SHOP = '5511900000003'

describe('a WhatsApp connection', () => {
  let system: RunningSystem
  let admin: ApiClient
  let connection: Connection

  beforeAll(async () => {
    system = await startSystem()
    admin = await ApiClient.signIn(system.origin)
    connection = await admin.linkedConnection(SHOP)
  })
  afterAll(() => system.stop())

  const until = (what: string, holds: (connection: Connection) => boolean) =>
    eventually(what, async () => {
      const now = await admin.connection(connection.id)
      return holds(now) && now
    })
  const linkedDevices = async () => {
    const phones = await admin.simulator<{ number: string; linked: boolean }[]>('GET', '/phones')
    return phones.find(({ number }) => number === SHOP)?.linked
  }

  test('comes back by itself when the network drops', async () => {
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
    await until('the drop is seen', ({ status }) => status !== 'CONNECTED')
    await admin.connected(connection.id)
  })

  test('that is disconnected by a person unlinks the phone, says so and stays so', async () => {
    await admin.done('DELETE', `/whatsappsession/${connection.id}`)
    const ended = await until('the account is gone', ({ number }) => number === null)
    expect(ended).toMatchObject({ status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER', qrcode: '' })
    expect(await linkedDevices()).toBe(false)
  })

  test('that is tried again asks for a new QR code and links again', async () => {
    await admin.done('POST', `/whatsappsession/${connection.id}`)
    const { qrcode } = await until('a QR code', (now) => now.qrcode !== '')
    await admin.simulator('POST', `/phones/${SHOP}/scan`, { qr: qrcode })
    expect(await admin.connected(connection.id)).toMatchObject({ number: SHOP })
  })

  test('asked for a new QR code while connected forgets the account and can link another', async () => {
    await admin.done('PUT', `/whatsappsession/${connection.id}`)
    const { qrcode } = await until('a QR code', (now) => now.qrcode !== '')
    expect(await linkedDevices()).toBe(false)
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
