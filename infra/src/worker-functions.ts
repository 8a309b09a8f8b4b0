import type { QueueName } from '@recado/shared/queues/queues'

interface WorkerFunction {
  /** Path in functions/src, without ending. */
  file: string
  megabytes: number
}

/** The Lambda behind each queue. */
export const workerFunctions: Record<QueueName, WorkerFunction> = {
  pace: { file: 'campaigns/pace-worker', megabytes: 512 },
  start: { file: 'campaigns/start-worker', megabytes: 1024 },
  sweep: { file: 'campaigns/sweep-worker', megabytes: 512 },
  imports: { file: 'imports/import-worker', megabytes: 2048 },
  handovers: { file: 'integration/handover-worker', megabytes: 512 },
  exports: { file: 'exports/export-worker', megabytes: 2048 },
  validity: { file: 'contact-lists/validity-worker', megabytes: 512 },
  cleanup: { file: 'platform/cleanup-worker', megabytes: 1024 },
  emails: { file: 'email/email-worker', megabytes: 256 },
  events: { file: 'realtime/publish-worker', megabytes: 512 },
  inbound: { file: 'conversations/inbound-worker', megabytes: 512 },
}

/** The functions that stand behind neither a call nor a queue. */
export const otherFunctions = {
  everyMinute: 'campaigns/every-minute',
  sockets: 'realtime/socket-handlers',
  firstOperator: 'platform/first-operator',
} as const
