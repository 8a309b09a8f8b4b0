import type { Connection } from '@recado/shared/connections/connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

describe('linking that comes to nothing', { timeout: atMost(60_000) }, () => {
  let system: RunningSystem
  let admin: ApiClient

  beforeAll(async () => {
    // Five codes in two seconds, where WhatsApp takes two minutes.
    process.env.WHATSAPP_QR_MS = '400'
    system = await startSystem()
    admin = await ApiClient.signIn(system.origin)
  })
  afterAll(async () => {
    delete process.env.WHATSAPP_QR_MS
    await system.stop()
  })

  const ended = (id: string) =>
    eventually('it ends', async () => {
      const connection = await admin.connection(id)
      return connection.statusReason !== null && connection
    })
  const started = async (): Promise<Connection> => admin.done('POST', '/whatsapp', { name: 'Loja' })

  test('after five codes that nobody read it says so, and asks for no more by itself', async () => {
    const { id } = await started()
    const seen = new Set<string>()
    const connection = await eventually('it ends', async () => {
      const now = await admin.connection(id)
      if (now.qrcode) seen.add(now.qrcode)
      return now.statusReason !== null && now
    })
    expect(connection).toMatchObject({ status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED', qrcode: '' })
    expect(seen.size).toBeGreaterThan(1)
    await admin.done('POST', `/whatsappsession/${id}`)
    await eventually('a code again', async () => (await admin.connection(id)).qrcode !== '')
  })

  test('a pairing code that nobody typed ends the same way, and a QR code can be asked for after it', async () => {
    const { id } = await started()
    const { code } = await admin.done<{ code: string }>('POST', `/whatsappsession/${id}/pairing-code`, {
      number: '+55 11 90000-0016',
    })
    expect(code).toMatch(/^[0-9A-Z]{8}$/)
    expect(await ended(id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED' })
    await admin.done('PUT', `/whatsappsession/${id}`)
    await eventually('a code to scan', async () => (await admin.connection(id)).qrcode !== '')
  })

  test('an account that asks for a passkey is recognised by its asking', async () => {
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
