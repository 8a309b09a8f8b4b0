import type { Connection } from '@recado/shared/connections/connection'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { ownSystem } from '../support/test-system.ts'

describe('linking that comes to nothing', { timeout: atMost(60_000) }, () => {
  // Five codes in two seconds, where WhatsApp takes two minutes.
  beforeAll(() => vi.stubEnv('WHATSAPP_QR_MS', '400'))
  const { system } = ownSystem()
  let admin: ApiClient

  beforeAll(async () => {
    admin = await ApiClient.signIn(system.origin)
  })

  const ended = (id: string) =>
    eventually('it ends', async () => {
      const connection = await admin.connection(id)
      return connection.statusReason !== null && connection
    })
  const started = async (): Promise<Connection> => admin.call('createConnection', { name: 'Loja' })

  test('linking ends with QR_NOT_SCANNED after five unread QR codes, and a retry starts again', async () => {
    // A code is on the connection for less time than a busy machine needs to ask for it: every one is an event, too.
    const live = await LiveSocket.open(admin)
    const { id } = await started()
    const connection = await ended(id)
    expect(connection).toMatchObject({ status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED', qrcode: '' })
    const codes = live.frames.filter(isAbout(id, 'update')).map(({ record }) => Object(record).qrcode)
    expect(new Set(codes.filter(Boolean)).size).toBeGreaterThan(1)
    live.close()
    await admin.call('retrySession', { whatsappId: id })
    await eventually('a code again', async () => (await admin.connection(id)).qrcode !== '')
  })

  test('linking ends with QR_NOT_SCANNED after an unused pairing code', async () => {
    const { id } = await started()
    const { code } = await admin.call('requestPairingCode', { whatsappId: id, number: '+55 11 90000-0016' })
    expect(code).toMatch(/^[0-9A-Z]{8}$/)
    expect(await ended(id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED' })
    await admin.call('requestNewQr', { whatsappId: id })
    await eventually('a code to scan', async () => (await admin.connection(id)).qrcode !== '')
  })

  test('linking an account with a passkey ends with PASSKEY_REQUIRED', async () => {
    const number = '5511900000017'
    await admin.simulator('POST', '/faults', { kind: 'passkey', number })
    const { id } = await started()
    const { qrcode } = await eventually('a code', async () => {
      const connection = await admin.connection(id)
      return connection.qrcode !== '' && connection
    })
    await admin.simulator('POST', `/phones/${number}/scan`, { qr: qrcode })
    expect(await ended(id)).toMatchObject({
      status: 'PASSKEY_REQUIRED',
      statusReason: 'PASSKEY_REQUIRED',
      qrcode: '',
    })
  })
})
