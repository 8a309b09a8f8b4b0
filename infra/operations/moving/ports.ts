import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { SqsQueues } from '@recado/shared/queues/sqs'
import type { Deployment } from '../deployment.ts'

/** Ports of the campaign engine for a command. Browsers are not told: the company's users are signed out. */
export const enginePortsOf = ({ table, sqs, queueUrl, shards, now }: Deployment): EnginePorts => ({
  table,
  queues: new SqsQueues(queueUrl(''), shards, sqs),
  log: { info: () => undefined, warn: console.warn, error: console.error },
  watchers: { countersChanged: async () => undefined, recipientChanged: async () => undefined },
  recordMetrics: () => undefined,
  now,
  random: Math.random,
})
