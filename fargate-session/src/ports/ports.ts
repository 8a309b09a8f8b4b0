import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryPorts } from '@recado/shared/campaigns/engine/deliver'
import { atIntervals, browsers } from '@recado/shared/campaigns/report/watchers'
import { RecentlySent } from '@recado/shared/messages/sent-messages'
import { figuresLine } from '@recado/shared/metrics/figures'
import { publisher } from '@recado/shared/notices/causes/publisher'
import type { Log } from '@recado/shared/ports/log'
import { SqsQueues } from '@recado/shared/queues/sqs'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { Listeners } from '@recado/shared/realtime/listeners'
import type { DataKeys } from '@recado/shared/secrets/keys'
import { openDataKeys } from '@recado/shared/secrets/open-data-keys'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Environment } from './environment.ts'
import { MediaFiles } from './media-files.ts'
import { Peak } from './peak.ts'
import { type WhatsAppServer, whatsappServer } from './whatsapp-server.ts'

/** Everything outside the process that the socket service uses. */
export interface ServicePorts extends DeliveryPorts {
  authTable: Table
  keys: DataKeys
  /** The files of messages. */
  files: MediaFiles
  server: WhatsAppServer
  publish(event: LiveEvent): Promise<void>
  /** Time that receipts wait before WhatsApp gets their acknowledgement, in milliseconds. */
  receiptLag: Peak
}

export function openPorts(environment: Environment, log: Log): ServicePorts {
  const table = new DynamoTable(environment.TABLE_NAME)
  const queues = new SqsQueues(environment.QUEUE_URL_PREFIX, environment.SHARDS)
  const listeners = new Listeners((companyId) => new TenantTable(table, companyId), Date.now)
  // A lost event delays a browser a little, and never loses a message.
  const publish = publisher({ queues, listeners, log, now: Date.now })
  return {
    table,
    queues,
    publish,
    recordMetrics: figuresOf(environment.DEPLOYMENT),
    receiptLag: new Peak(),
    watchers: atIntervals(browsers(table, publish, Date.now), listeners, log),
    authTable: new DynamoTable(environment.AUTH_TABLE_NAME),
    keys: openDataKeys(),
    files: new MediaFiles(environment.BUCKET_NAME),
    log,
    server: whatsappServer(environment),
    recentlySent: new RecentlySent(),
    now: Date.now,
    random: Math.random,
    newClaim: () => randomBytes(12).toString('base64url'),
    waitUntil: (at) => pause(Math.max(0, at - Date.now())),
  }
}

/** Each metric is a log line of its own. */
const figuresOf =
  (deployment: string | undefined): ServicePorts['recordMetrics'] =>
  (figures) => {
    if (deployment) process.stdout.write(`${figuresLine(deployment, figures, Date.now())}\n`)
  }
