import { readEnvironment } from '@recado/functions/environment'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import type { DeadLetters } from '@recado/shared/queues/queues'
import { TenantTable } from '@recado/shared/table/tenant'
import { CountingLog } from '../../support/counting-log.ts'
import { currentPart } from './part.ts'

/** Stands in for the context of the functions: what it reaches depends on the part that runs. */
export const environment = readEnvironment({
  TABLE_NAME: 'none',
  QUEUE_URL_PREFIX: 'none',
  BUCKET_NAME: 'none',
  APP_ORIGIN: 'http://localhost',
})

class SilentLog extends CountingLog {
  override info = () => undefined
  override warn = () => undefined
  override error = () => undefined
}
export const log = new SilentLog()

export const deadLetters: DeadLetters = {
  put: async (_, body) => currentPart().setAside(body),
}

/** Browsers are not part of the simulation. */
export const publish = async (): Promise<void> => undefined

export const ports: EnginePorts = {
  get table() {
    return currentPart().table
  },
  log,
  recordMetrics: () => undefined,
  queues: {
    send: async (...of) => currentPart().job(...of),
    inOrder: () => Promise.reject(new Error('Only the socket service sends in order')),
    command: (...of) => currentPart().command(...of),
  },
  watchers: { countersChanged: async () => undefined, recipientChanged: async () => undefined },
  now: () => currentPart().now(),
  random: () => 0.5,
}

/** The world is reached without rights of companies. */
export const sessions = undefined

export const tableOf = (companyId: string): TenantTable => new TenantTable(currentPart().table, companyId)
