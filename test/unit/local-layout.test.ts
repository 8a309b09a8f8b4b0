import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { environmentOf } from '../../infra/local/environment.ts'
import { findPort, openLayout, readOptions, runningOrigin, runningPlace } from '../../infra/local/layout.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'recado-layout-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const opened = async (environment: Record<string, string>, ...argv: string[]) => {
  const port = String(await findPort())
  return openLayout(readOptions(argv, { RECADO_DATA: data, PORT: port, ...environment }))
}

describe('the ports of the parts', () => {
  test('stay those of the folder’s last run, unless the app has one of them', async () => {
    const { ports, origin } = await opened({})
    // Another port of the app might be one of these.
    expect((await opened({ PORT: new URL(origin).port })).ports).toEqual(ports)
    const other = await opened({ PORT: String(ports.management) })
    expect(Object.values(other.ports)).not.toContain(ports.management)
  })
})

/** Listens on a port until the end of the test. */
async function listening(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

test('a folder’s system is known to run by its ports', async () => {
  const { origin, ports } = await opened({})
  expect(await runningOrigin(data)).toBeUndefined()
  await listening(ports.management)
  expect(await runningOrigin(data), 'one port may be another program’s').toBeUndefined()
  for (const port of [ports.mailbox, ports.platform]) await listening(port)
  expect(await runningOrigin(data)).toBe(origin)
})

describe('the port of the app', () => {
  test('must be free before data are deleted: a system may run on them', async () => {
    await opened({ SHARDS: '48' })
    const port = await findPort()
    await listening(port)
    await expect(opened({ PORT: String(port) }, '--fresh')).rejects.toThrow(
      `Port ${port} is in use. Choose another: PORT=${port + 100} npm start`,
    )
    expect((await runningPlace(data)).shards).toBe(48)
  })
})

describe('the number of shards of the local system', () => {
  test('is 32, or that of the environment, and is told to its processes and to the operator’s commands', async () => {
    expect((await opened({})).shards).toBe(32)
    const layout = await opened({ SHARDS: '48' })
    expect(environmentOf(layout, '').SHARDS).toBe('48')
    expect((await runningPlace(data)).shards).toBe(48)
  })

  test('stays that of its data until the environment names another, or the data is emptied', async () => {
    await opened({ SHARDS: '48' })
    expect((await opened({})).shards).toBe(48)
    expect((await opened({ SHARDS: '64' })).shards).toBe(64)
    expect((await opened({}, '--fresh')).shards).toBe(32)
  })

  test('must be from 1 to 256', () => {
    for (const SHARDS of ['0', '257', 'many']) expect(() => readOptions([], { SHARDS }), SHARDS).toThrow()
  })
})
