/** CloudWatch namespace of the figures. Their dimension is the deployment's name. */
export const NAMESPACE = 'Recado'
export const DEPLOYMENT = 'Deployment'

/** Figures about sending, with CloudWatch's units. Alarms and the dashboard read them. */
export const FIGURES = {
  /** Delay of the most overdue tick of a pace chain, in seconds; 0 if none is overdue. */
  ChainLateness: 'Seconds',
  /** Shards without a task. Their connections are not served. */
  ShardsWithoutTask: 'Count',
  /** Tasks that died: they did not give their shards back. */
  TasksLost: 'Count',
  /** Connections that a task holds. */
  Connections: 'Count',
  /** Linked accounts of a task whose socket is not open. */
  ConnectionsDown: 'Count',
  /** Connections of a task that WhatsApp refuses because the client's version is too old. */
  ConnectionsOutdated: 'Count',
  /** 1 if a task does not reach WhatsApp's hosts, 0 if it does. */
  WhatsAppUnreachable: 'Count',
  /** The longest time that a receipt waited to be recorded, before it was acknowledged to WhatsApp. */
  ReceiptLag: 'Milliseconds',
  /** Events from WhatsApp that could not be recorded and were given up. */
  SetAside: 'Count',
  /** Internal errors that stopped a campaign or prevented the recording of a result. */
  Faults: 'Count',
} as const

export type Figure = keyof typeof FIGURES

/**
 * A log line from which CloudWatch reads figures (Embedded Metric Format), so a figure needs no call.
 * @param at milliseconds since 1970
 */
export function figuresLine(deployment: string, figures: { [F in Figure]?: number }, at: number): string {
  const names = Object.keys(figures) as Figure[]
  const Metrics = names.map((Name) => ({ Name, Unit: FIGURES[Name] }))
  const directive = { Namespace: NAMESPACE, Dimensions: [[DEPLOYMENT]], Metrics }
  return JSON.stringify({
    _aws: { Timestamp: at, CloudWatchMetrics: [directive] },
    [DEPLOYMENT]: deployment,
    ...figures,
  })
}
