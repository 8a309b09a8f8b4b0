import type { Environment } from '@recado/fargate-session/ports/environment'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import { Peak } from '@recado/fargate-session/ports/peak'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { whatsappServer } from '@recado/fargate-session/ports/whatsapp-server'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Simulator } from '@recado/whatsapp-simulator/simulator'
import { CountingLog } from './counting-log.ts'

/**
 * Ports of a session of the socket service in this process: tables in memory, WhatsApp at a simulator, and the
 * shortest pauses.
 * @param own the test's own ports: at least keys and queues
 * @param environment variables of the socket service besides those of the simulator
 */
export const sessionPorts = (
  simulator: Simulator,
  own: Pick<ServicePorts, 'keys' | 'queues'> & Partial<ServicePorts>,
  environment: Partial<Environment> = {},
): ServicePorts => ({
  table: new MemoryTable(),
  authTable: new MemoryTable(),
  files: new MediaFiles('none'),
  log: new CountingLog(),
  publish: async () => undefined,
  recordMetrics: () => undefined,
  receiptLag: new Peak(),
  watchers: { recipientChanged: async () => undefined, countersChanged: async () => undefined },
  server: whatsappServer({
    TABLE_NAME: 'none',
    AUTH_TABLE_NAME: 'none',
    QUEUE_URL_PREFIX: 'none',
    SHARDS: DEFAULT_SHARDS,
    BUCKET_NAME: 'none',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    WHATSAPP_URL: simulator.webSocketUrl,
    WHATSAPP_ROOT_KEY: Buffer.from(simulator.rootPublicKey).toString('base64'),
    ...environment,
  }),
  now: Date.now,
  random: () => 0,
  newClaim: () => 'claim',
  waitUntil: async () => undefined,
  ...own,
})
