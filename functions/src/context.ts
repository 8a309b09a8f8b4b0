import { Logger } from '@aws-lambda-powertools/logger'
import type { Ports, Watchers } from '@recado/shared/campaigns/engine/ports'
import type { DeadLetters, Queues } from '@recado/shared/queues/queues'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { readEnvironment } from './environment.ts'

/** What every handler of this process works with, opened once. */
export const environment = readEnvironment(process.env)
export const log = new Logger({ serviceName: 'recado' })

const { TABLE_NAME, TENANT_ROLE } = environment
const table = new DynamoTable(TABLE_NAME, undefined, TENANT_ROLE ? sessionsOf(TENANT_ROLE) : undefined)

/** SQS is loaded when something is sent, as most calls send nothing; what works off a queue sends, and loads it at once. */
let loadedQueues: Promise<Queues & DeadLetters> | undefined
const openQueues = () => {
  loadedQueues ??= import('@recado/shared/queues/sqs').then(
    ({ SqsQueues }) => new SqsQueues(environment.QUEUE_URL_PREFIX),
  )
  return loadedQueues
}
if (!TENANT_ROLE) void openQueues()

const queues: Queues = {
  send: async (...of) => (await openQueues()).send(...of),
  inOrder: async (...of) => (await openQueues()).inOrder(...of),
  command: async (...of) => (await openQueues()).command(...of),
}

export const deadLetters: DeadLetters = {
  put: async (...of) => (await openQueues()).put(...of),
}

/** Only functions that answer people take on a role for each company: the others do not load what that takes. */
function sessionsOf(role: string) {
  const loaded = import('@recado/shared/table/tenant-sessions').then(
    ({ TenantSessions }) => new TenantSessions(role),
  )
  return { credentialsFor: async (companyId: string) => (await loaded).credentialsFor(companyId) }
}

/** Sends a live event. What cannot be sent is logged: the write it tells of has been made. */
export const publish = (event: LiveEvent): Promise<void> =>
  queues.send('events', event).catch((error: unknown) => log.warn('event not sent', { error: String(error) }))

/** Loaded when a campaign changes: most functions change none, and all that a campaign consists of comes along. */
async function watchers(): Promise<Watchers> {
  const { atOnce, browsers } = await import('@recado/shared/campaigns/watchers')
  return atOnce(browsers(table, publish, Date.now))
}

export const ports: Ports = {
  table,
  queues,
  watchers: {
    countersChanged: async (...of) => (await watchers()).countersChanged(...of),
    recipientChanged: async (...of) => (await watchers()).recipientChanged(...of),
  },
  now: Date.now,
  random: Math.random,
}

/** The platform's own rows. */
export const platform: TenantTable = platformTable(table)

/** The table as this company's requests may use it. */
export function tableOf(companyId: string): TenantTable {
  return new TenantTable(table, companyId)
}
