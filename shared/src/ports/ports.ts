import type { Figure } from '../metrics/figures.ts'
import type { Queues } from '../queues/queues.ts'
import type { Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { Log } from './log.ts'

/** Everything a domain uses outside itself. The simulation provides its own. */
export interface Ports {
  table: Table
  queues: Queues
  log: Log
  /** Writes metrics to the log, for CloudWatch. Does nothing outside a deployment. */
  recordMetrics(figures: { [F in Figure]?: number }): void
  /** Milliseconds since 1970. */
  now(): number
  /** Uniform in [0, 1). */
  random(): number
}

export const tenantOf = (ports: Pick<Ports, 'table'>, companyId: string) =>
  new TenantTable(ports.table, companyId)
