/** Where a deployment's own figures stand in CloudWatch, each under the deployment's name. */
export const NAMESPACE = 'Recado'
export const DEPLOYMENT = 'Deployment'

/** Figures that say how the sending stands, by name, with CloudWatch's unit. Alarms and the dashboard read them. */
export const FIGURES = {
  /** How late the latest pace chain is whose tick should have come, in seconds; 0 where none is. */
  ChainLateness: 'Seconds',
  /** Shards that no task holds, whose connections nobody serves. */
  ShardsWithoutTask: 'Count',
  /** Connections that a task holds. */
  Connections: 'Count',
  /** Linked accounts of a task whose socket is not open. */
  ConnectionsDown: 'Count',
  /** Connections of a task that WhatsApp refuses, since the client's version is too old. */
  ConnectionsOutdated: 'Count',
  /** The longest that a receipt waited to be recorded before WhatsApp was told that it arrived. */
  ReceiptLag: 'Milliseconds',
  /** What came from WhatsApp and could not be recorded, however often it were tried. */
  SetAside: 'Count',
} as const

export type Figure = keyof typeof FIGURES

/**
 * A line of a log that CloudWatch takes figures from: its Embedded Metric Format, so that saying a figure costs no call.
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
