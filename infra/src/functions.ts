import { join } from 'node:path'
import { api } from '@recado/shared/api/routes'
import type { QueueName } from '@recado/shared/queues/queues'
import { ROOT } from './root.ts'

interface WorkerFunction {
  /** Path in functions/src, without extension. */
  file: string
  megabytes: number
}

/** The Lambda behind each queue. */
export const workerFunctions: Record<QueueName, WorkerFunction> = {
  pace: { file: 'campaigns/pace-worker', megabytes: 512 },
  start: { file: 'campaigns/start-worker', megabytes: 1024 },
  sweep: { file: 'campaigns/sweep-worker', megabytes: 512 },
  schedules: { file: 'schedules/schedule-worker', megabytes: 512 },
  imports: { file: 'imports/import-worker', megabytes: 2048 },
  handovers: { file: 'integration/handover-worker', megabytes: 512 },
  exports: { file: 'exports/export-worker', megabytes: 2048 },
  validity: { file: 'contact-lists/validity-worker', megabytes: 512 },
  cleanup: { file: 'platform/cleanup-worker', megabytes: 1024 },
  emails: { file: 'email/email-worker', megabytes: 256 },
  events: { file: 'realtime/publish-worker', megabytes: 512 },
  inbound: { file: 'conversations/inbound-worker', megabytes: 512 },
}

/** Functions behind neither a route nor a queue. */
export const otherFunctions = {
  everyMinute: 'campaigns/every-minute',
  mailEvents: 'email/mail-events',
  sockets: 'realtime/socket-handlers',
  firstOperator: 'platform/first-operator',
} as const

/** Every deployed function of functions/src, as a path there without extension. */
export const functionFiles: readonly string[] = [
  ...Object.keys(api).map((domain) => `${domain}/api`),
  ...Object.values(workerFunctions).map(({ file }) => file),
  ...Object.values(otherFunctions),
]

/** Absolute path of a function's source. @param file path in functions/src, without extension */
export const entryOf = (file: string): string => join(ROOT, 'functions/src', `${file}.ts`)

/** Source of the Lambda that creates the signing key of access tokens, once, at the first deployment. */
export const SIGNING_KEY_MAKER = join(import.meta.dirname, 'lambda/make-signing-key.ts')

/** Source files of all Lambdas of a deployment. */
export const ENTRIES: readonly string[] = [...functionFiles.map(entryOf), SIGNING_KEY_MAKER]
