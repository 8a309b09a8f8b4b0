import type { Connection } from '@recado/shared/connections/connection'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { ConnectionStatus } from '../../web/src/connections/list/ConnectionStatus.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

beforeAll(showKeys)

async function hintOf(connection: Pick<Connection, 'status' | 'qrcode'>) {
  const page = await mounted(
    (given: Connection) => ({ shown: ConnectionStatus({ connection: given }) }),
    connection as Connection,
  )
  const [badge] = elementsIn<{ hint?: string; children?: ReactNode }>(page.answer()?.shown)
  await page.unmount()
  return badge?.props.hint
}

test('the hint of a status asks for a scan only where there is a QR code', async () => {
  expect(await hintOf({ status: 'qrcode', qrcode: '2@abc' })).toBe('connections.hints.qrcode')
  expect(await hintOf({ status: 'qrcode', qrcode: '' })).toBe('connections.hints.DISCONNECTED')
  expect(await hintOf({ status: 'DISCONNECTED', qrcode: '' })).toBe('connections.hints.DISCONNECTED')
  expect(await hintOf({ status: 'TIMEOUT', qrcode: '' })).toBe('connections.hints.TIMEOUT')
})
