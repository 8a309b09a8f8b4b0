import { Peak } from '@recado/fargate-session/ports/peak'
import type { Task } from '@recado/fargate-session/task/task'
import { reportVitals } from '@recado/fargate-session/task/vitals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a task logs every minute how many connections it holds, how many are down, and how many are refused', () => {
  const task = { connections: () => ({ held: 3, down: 2, outdated: 1 }) } as Partial<Task> as Task
  const told: object[] = []
  const end = reportVitals(task, { tellFigures: (figures) => told.push(figures), receiptLag: new Peak() })
  vi.advanceTimersByTime(2 * 60_000)
  end()
  vi.advanceTimersByTime(60_000)
  const figures = { Connections: 3, ConnectionsDown: 2, ConnectionsOutdated: 1, ReceiptLag: 0 }
  expect(told).toEqual([figures, figures])
})
