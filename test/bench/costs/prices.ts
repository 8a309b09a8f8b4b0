/**
 * Prices of one unit in dollars. They are AWS's list prices as we knew them in November 2026, without free amounts, and
 * assumed for São Paulo where a line says so: check them with AWS's own calculator before you rely on them.
 */
export interface Prices {
  /** A million write units, read units, and a gigabyte of rows and of their backup, a month. */
  writes: number
  reads: number
  rows: number
  backup: number
  /** A million requests to standard queues, and to FIFO queues. */
  queues: number
  fifoQueues: number
  /** A million calls of functions, and a million seconds of a gigabyte. */
  functions: number
  functionTime: number
  /** An hour of a processor, of a gigabyte, and of a public address. */
  processor: number
  memory: number
  address: number
  /** A million calls of the HTTP API, of frames, and of minutes of live sockets. */
  calls: number
  frames: number
  socketMinutes: number
  /** A million requests of CloudFront, and a gigabyte to browsers. */
  edgeRequests: number
  edgeTraffic: number
  /** The web ACL with one rule, and a million requests that it looks at. */
  webAcl: number
  webAclRequests: number
  /** A gigabyte of files a month, and of logs. */
  files: number
  logs: number
  /** A month of a metric of an alarm, of a metric of one's own, of a key, of a secret. */
  alarm: number
  metric: number
  key: number
  secret: number
}

const VIRGINIA: Prices = {
  writes: 0.625,
  reads: 0.125,
  rows: 0.25,
  backup: 0.2,
  queues: 0.4,
  fifoQueues: 0.5,
  functions: 0.2,
  functionTime: 13.3,
  processor: 0.0324,
  memory: 0.0036,
  address: 0.005,
  calls: 1,
  frames: 1,
  socketMinutes: 0.25,
  edgeRequests: 1,
  edgeTraffic: 0.085,
  webAcl: 6,
  webAclRequests: 0.6,
  files: 0.023,
  logs: 0.5,
  alarm: 0.1,
  metric: 0.3,
  key: 1,
  secret: 0.4,
}

/** The same in São Paulo. Assumed: queues, functions, sockets and alarms cost the same in every region. */
const SAO_PAULO: Prices = {
  ...VIRGINIA,
  writes: 0.94,
  reads: 0.19,
  rows: 0.375,
  backup: 0.3,
  processor: 0.0557,
  memory: 0.0061,
  calls: 1.5,
  frames: 1.5,
  socketMinutes: 0.375,
  edgeRequests: 2.2,
  edgeTraffic: 0.11,
  files: 0.0405,
  logs: 0.9,
}

export const REGIONS = { 'us-east-1': VIRGINIA, 'sa-east-1': SAO_PAULO } as const
