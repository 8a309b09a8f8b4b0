import type { ServicePorts } from './ports.ts'
import type { Task } from './task.ts'

/** In milliseconds. */
const EVERY_MS = 60_000

/** Tells every minute how many connections a task holds, by which their number follows. @returns ends it */
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
