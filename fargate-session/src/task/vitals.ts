import type { ServicePorts } from '../ports/ports.ts'
import type { Task } from './task.ts'

/** In milliseconds. */
const EVERY_MS = 60_000

/** Writes the number of a task's connections every minute, which the number of tasks follows. @returns stops it */
export function reportVitals(
  task: Task,
  { tellFigures, receiptLag }: Pick<ServicePorts, 'tellFigures' | 'receiptLag'>,
): () => void {
  const timer = setInterval(() => {
    const { held, down, outdated } = task.connections()
    tellFigures({
      Connections: held,
      ConnectionsDown: down,
      ConnectionsOutdated: outdated,
      ReceiptLag: receiptLag.take(),
    })
  }, EVERY_MS)
  return () => clearInterval(timer)
}
