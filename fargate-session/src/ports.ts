import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryPorts } from '@recado/shared/campaigns/engine/deliver'
import { atIntervals, browsers } from '@recado/shared/campaigns/watchers'
import { RecentlySent } from '@recado/shared/connections/sent-messages'
import { type Figure, figuresLine } from '@recado/shared/metrics/figures'
import { SqsQueues } from '@recado/shared/queues/sqs'
import type { LiveEvent } from '@recado/shared/realtime/events'
import type { DataKeys } from '@recado/shared/secrets/keys'
import { openDataKeys } from '@recado/shared/secrets/open-data-keys'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Table } from '@recado/shared/table/table'
import type { Logger } from 'pino'
import type { Environment } from './environment.ts'
import { failure } from './log.ts'
import { MediaFiles } from './media-files.ts'
import { Peak } from './peak.ts'
import { type WhatsAppServer, whatsappServer } from './whatsapp-server.ts'

/** Everything the socket service works with. */
export interface ServicePorts extends DeliveryPorts {
  authTable: Table
  keys: DataKeys
  log: Logger
  /** The files of messages. */
  files: MediaFiles
  server: WhatsAppServer
  publish(event: LiveEvent): Promise<void>
  /** How long receipts wait to be recorded before WhatsApp is told that they arrived, in milliseconds. */
  receiptLag: Peak
  /** Writes figures to the log, for CloudWatch. Does nothing on one machine. */
  tellFigures(figures: { [F in Figure]?: number }): void
}

export function openPorts(environment: Environment, log: Logger): ServicePorts {
  const table = new DynamoTable(environment.TABLE_NAME)
  const queues = new SqsQueues(environment.QUEUE_URL_PREFIX)
  // An event that cannot be sent costs a browser a moment, never a message.
  const publish = (event: LiveEvent) =>
    queues
      .send('events', event)
      .catch((error: unknown) => log.warn({ error: failure(error) }, 'event not sent'))
  return {
    table,
    queues,
    publish,
    tellFigures: figuresOf(environment.DEPLOYMENT),
    receiptLag: new Peak(),
    watchers: atIntervals(browsers(table, publish, Date.now)),
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

/** Figures are lines of the log, each on its own. */
const figuresOf =
  (deployment: string | undefined): ServicePorts['tellFigures'] =>
  (figures) => {
    if (deployment) process.stdout.write(`${figuresLine(deployment, figures, Date.now())}\n`)
  }
