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
  { tellFigures, receiptLag, server }: Pick<ServicePorts, 'tellFigures' | 'receiptLag' | 'server'>,
): () => void {
  const timer = setInterval(() => {
    const { held, down, outdated } = task.connections()
    tellFigures({
      Connections: held,
      ConnectionsDown: down,
      ConnectionsOutdated: outdated,
      ReceiptLag: receiptLag.take(),
    })
    void reachesWhatsApp(server.hosts).then((reached) =>
      tellFigures({ WhatsAppUnreachable: reached ? 0 : 1 }),
    )
  }, EVERY_MS)
  return () => clearInterval(timer)
}
