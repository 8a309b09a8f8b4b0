import { once } from 'node:events'
import { createServer } from 'node:net'
import { Peak } from '@recado/fargate-session/ports/peak'
import { whatsappServer } from '@recado/fargate-session/ports/whatsapp-server'
import type { Task } from '@recado/fargate-session/task/task'
import { reportVitals } from '@recado/fargate-session/task/vitals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_ENVIRONMENT } from '../support/session-environment.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Starts the figures of a task whose WhatsApp is at this port, and collects them. */
function vitalsAt(port: number) {
  const task = { connections: () => ({ held: 3, down: 2, outdated: 1 }) } as Partial<Task> as Task
  const server = whatsappServer({
    ...SESSION_ENVIRONMENT,
    WHATSAPP_URL: `ws://127.0.0.1:${port}/ws/chat`,
  })
  const told: object[] = []
  const ports = { recordMetrics: (figures: object) => told.push(figures), receiptLag: new Peak(), server }
  return { told, end: reportVitals(task, ports) }
}

test('a task logs every minute how many connections it holds, how many are down, and how many are refused', () => {
  const { told, end } = vitalsAt(1)
  vi.advanceTimersByTime(2 * 60_000)
  end()
  vi.advanceTimersByTime(60_000)
  const figures = { Connections: 3, ConnectionsDown: 2, ConnectionsOutdated: 1, ReceiptLag: 0 }
  expect(told.slice(0, 2)).toEqual([figures, figures])
})

test('a task logs every minute whether it reaches WhatsApp', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const { told, end } = vitalsAt(typeof address === 'object' ? (address?.port ?? 0) : 0)
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => told).toContainEqual({ WhatsAppUnreachable: 0 })
  server.close()
  await once(server, 'close')
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => told).toContainEqual({ WhatsAppUnreachable: 1 })
  end()
})
