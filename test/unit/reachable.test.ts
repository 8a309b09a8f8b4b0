import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { whatsappServer } from '@recado/fargate-session/ports/whatsapp-server'
import { reachesWhatsApp } from '@recado/fargate-session/task/reachable'
import { afterEach, expect, test } from 'vitest'
import { SESSION_ENVIRONMENT } from '../support/session-environment.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function aPort(): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.on('error', () => undefined))
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server }
}

const plain = (port: number) => ({ host: '127.0.0.1', port, isPlain: true })

test('a task reaches WhatsApp if every host opens a connection', async () => {
  const [first, second] = [await aPort(), await aPort()]
  expect(await reachesWhatsApp([plain(first.port), plain(second.port)])).toBe(true)
  second.server.close()
  await once(second.server, 'close')
  expect(await reachesWhatsApp([plain(first.port), plain(second.port)])).toBe(false)
})

test('a host that answers without TLS, or not in time, is not WhatsApp', async () => {
  const { port, server } = await aPort()
  expect(await reachesWhatsApp([{ host: 'localhost', port, isPlain: false }], 200)).toBe(false)
  server.on('connection', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  expect(await reachesWhatsApp([{ host: 'localhost', port, isPlain: false }])).toBe(false)
})

test('the hosts are WhatsApp’s own by TLS, or only the simulator', () => {
  expect(whatsappServer(SESSION_ENVIRONMENT).hosts).toEqual([
    { host: 'web.whatsapp.com', port: 443, isPlain: false },
    { host: 'mmg.whatsapp.net', port: 443, isPlain: false },
  ])
  const simulated = whatsappServer({ ...SESSION_ENVIRONMENT, WHATSAPP_URL: 'ws://127.0.0.1:4711/ws/chat' })
  expect(simulated.hosts).toEqual([{ host: '127.0.0.1', port: 4711, isPlain: true }])
})
