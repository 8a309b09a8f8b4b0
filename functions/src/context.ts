import { Logger } from '@aws-lambda-powertools/logger'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { atOnce, browsers } from '@recado/shared/campaigns/watchers'
import { SqsQueues } from '@recado/shared/queues/sqs'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { TenantSessions } from '@recado/shared/table/tenant-sessions'
import { readEnvironment } from './environment.ts'

/** What every handler of this process works with, opened once. */
export const environment = readEnvironment(process.env)
export const log = new Logger({ serviceName: 'recado' })

const { TABLE_NAME, TENANT_ROLE } = environment
const table = new DynamoTable(
  TABLE_NAME,
  undefined,
  TENANT_ROLE ? new TenantSessions(TENANT_ROLE) : undefined,
)
const queues = new SqsQueues(environment.QUEUE_URL_PREFIX)

/** Sends a live event. What cannot be sent is logged: the write it tells of has been made. */
export const publish = (event: LiveEvent): Promise<void> =>
  queues.send('events', event).catch((error: unknown) => log.warn('event not sent', { error: String(error) }))

export const ports: Ports = {
  table,
  queues,
  watchers: atOnce(browsers(table, publish, Date.now)),
  now: Date.now,
  random: Math.random,
}

/** The platform's own rows. */
export const platform: TenantTable = platformTable(table)

/** The table as this company's requests may use it. */
export function tableOf(companyId: string): TenantTable {
  return new TenantTable(table, companyId)
}
