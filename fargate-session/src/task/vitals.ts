import type { ServicePorts } from '../ports/ports.ts'
import { reachesWhatsApp } from './reachable.ts'
import type { Task } from './task.ts'

/** In milliseconds. */
const EVERY_MS = 60_000

/**
 * Writes a task's figures every minute: its connections, which the number of tasks follows, and whether it reaches
 * WhatsApp. @returns stops it
 */
export function reportVitals(
  task: Task,
  { recordMetrics, receiptLag, server }: Pick<ServicePorts, 'recordMetrics' | 'receiptLag' | 'server'>,
): () => void {
  const timer = setInterval(() => {
    const { held, down, outdated } = task.connections()
    recordMetrics({
      Connections: held,
      ConnectionsDown: down,
      ConnectionsOutdated: outdated,
      ReceiptLag: receiptLag.take(),
    })
    void reachesWhatsApp(server.hosts).then((reached) =>
      recordMetrics({ WhatsAppUnreachable: reached ? 0 : 1 }),
    )
  }, EVERY_MS)
  return () => clearInterval(timer)
}
