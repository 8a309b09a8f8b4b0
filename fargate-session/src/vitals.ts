import { figuresLine } from '@recado/shared/metrics/figures'
import type { Task } from './task.ts'

/** In milliseconds. */
const EVERY_MS = 60_000

/** Says every minute how many connections a task holds, by which their number follows. @returns ends it */
export function reportVitals(task: Task, deployment: string, now: () => number): () => void {
  const timer = setInterval(() => {
    const { held, down } = task.connections()
    process.stdout.write(`${figuresLine(deployment, { Connections: held, ConnectionsDown: down }, now())}\n`)
  }, EVERY_MS)
  return () => clearInterval(timer)
}
