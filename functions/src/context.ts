import { Logger } from '@aws-lambda-powertools/logger'
import type { EnginePorts, Watchers } from '@recado/shared/campaigns/engine/ports'
import { type Figure, figuresLine } from '@recado/shared/metrics/figures'
import type { DeadLetters, Queues, ReceivedMessages } from '@recado/shared/queues/queues'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { Listeners } from '@recado/shared/realtime/listeners'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import type { TenantSessions } from '@recado/shared/table/tenant-sessions'
import { readEnvironment } from './environment.ts'
import { loggedValue } from './logged-values.ts'

/** What every handler of this process uses, opened once. */
export const environment = readEnvironment(process.env)
export const log = new Logger({ serviceName: 'recado', jsonReplacerFn: loggedValue })

const { TABLE_NAME, TENANT_ROLE } = environment
/** Rights of one company at a time, in functions that answer people. */
export const sessions = TENANT_ROLE ? sessionsOf(TENANT_ROLE) : undefined
const table = new DynamoTable(TABLE_NAME, undefined, sessions)

/**
 * Loads SQS at the first send, because most calls send nothing. Workers behind queues do send, and load it at once.
 */
let loadedQueues: Promise<Queues & DeadLetters & ReceivedMessages> | undefined
const openQueues = () => {
  loadedQueues ??= import('@recado/shared/queues/sqs').then(
    ({ SqsQueues }) => new SqsQueues(environment.QUEUE_URL_PREFIX, environment.SHARDS),
  )
  return loadedQueues
}
if (!TENANT_ROLE) void openQueues()

const queues: Queues = {
  send: async (...of) => (await openQueues()).send(...of),
  inOrder: async (...of) => (await openQueues()).inOrder(...of),
  command: async (...of) => (await openQueues()).command(...of),
}

export const receivedMessages: ReceivedMessages = {
  hide: async (...of) => (await openQueues()).hide(...of),
}

export const deadLetters: DeadLetters = {
  put: async (...of) => (await openQueues()).put(...of),
}

/** Loads the code for company roles. Only functions that answer people assume a role for each company. */
function sessionsOf(role: string) {
  const loaded = import('@recado/shared/table/tenant-sessions').then(
    ({ TenantSessions }) => new TenantSessions(role),
  )
  return {
    credentialsFor: async (...of: Parameters<TenantSessions['credentialsFor']>) =>
      (await loaded).credentialsFor(...of),
  }
}

/** Publishes a live event. Loaded at the first one, because most calls publish none. */
export const publish = async (event: LiveEvent): Promise<void> => {
  loadedPublisher ??= openPublisher()
  return (await loadedPublisher)(event)
}
let loadedPublisher: Promise<(event: LiveEvent) => Promise<void>> | undefined

async function openPublisher() {
  const { publisher } = await import('@recado/shared/notices/causes/publisher')
  const listeners = new Listeners(tableOf, Date.now)
  return publisher({ queues, listeners, log, now: Date.now })
}

/** Loaded when a campaign changes: it includes all campaign code, and most functions change none. */
async function watchers(): Promise<Watchers> {
  const { atOnce, browsers } = await import('@recado/shared/campaigns/report/watchers')
  viewers ??= browsers(table, publish, Date.now)
  return atOnce(viewers)
}

/** One for the life of the process: it remembers the traffic that it has recorded already. */
let viewers: Parameters<typeof import('@recado/shared/campaigns/report/watchers').atOnce>[0] | undefined

/**
 * Writes metrics to the log for CloudWatch, in a deployment only. A plain line, because the log's own format would
 * wrap it.
 */
function recordMetrics(figures: { [F in Figure]?: number }): void {
  const { DEPLOYMENT } = environment
  if (DEPLOYMENT) process.stdout.write(`${figuresLine(DEPLOYMENT, figures, Date.now())}\n`)
}

export const ports: EnginePorts = {
  table,
  log,
  recordMetrics,
  queues,
  watchers: {
    countersChanged: async (...of) => (await watchers()).countersChanged(...of),
    recipientChanged: async (...of) => (await watchers()).recipientChanged(...of),
    messageChanged: async (...of) => (await watchers()).messageChanged?.(...of),
    previewChanged: async (...of) => (await watchers()).previewChanged?.(...of),
  },
  now: Date.now,
  random: Math.random,
}

/** The platform's own rows. */
export const platform: TenantTable = platformTable(table)

/** The table with the rights of this company's requests. */
export function tableOf(companyId: string): TenantTable {
  return new TenantTable(table, companyId)
}
