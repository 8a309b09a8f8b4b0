import type { Chain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import type { HoldReason } from '@recado/shared/connections/health'
import type { PaceTick } from '@recado/shared/queues/jobs'
import type { Table } from '@recado/shared/table/table'
import { CountingLog } from './counting-log.ts'

/** The engine's ports on a table. `ticks` collects the queued ticks of chains. All other sends fail. */
export function enginePorts(
  table: Table,
  now: () => number,
): { ports: EnginePorts; ticks: PaceTick[]; log: CountingLog } {
  const log = new CountingLog()
  const ticks: PaceTick[] = []
  const ports: EnginePorts = {
    table,
    now,
    log,
    recordMetrics: () => undefined,
    random: () => 0.5,
    watchers: { countersChanged: async () => {}, recipientChanged: async () => {} },
    queues: {
      send: async (queue, message) => {
        if (queue === 'pace') ticks.push(message as PaceTick)
      },
      inOrder: () => Promise.reject(new Error('The engine sends nothing to a FIFO queue')),
      command: () => Promise.reject(new Error('These ports take no commands')),
    },
  }
  return { ports, ticks, log }
}

/** A running chain of a company A that holds first contacts until a moment, in milliseconds since 1970. */
export const aHeldChain = (connectionId: string, heldFor: HoldReason, heldUntil: number): Chain => ({
  companyId: 'A',
  connectionId,
  epoch: 4,
  seq: 2,
  running: true,
  lanes: [{ campaignId: 'C', cursor: 1, settled: 0 }],
  turn: 0,
  handedOver: 1,
  nextAt: 0,
  intervalMs: 5000,
  longer: false,
  tickAt: heldUntil,
  heldUntil,
  heldFor,
})
