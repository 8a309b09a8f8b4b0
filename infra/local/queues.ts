import { Server } from 'node:net'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'

// The emulator listens on all interfaces and has no option against it: what listens here does so on loopback.
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server
Server.prototype.listen = function (this: Server, options: unknown, ...rest: unknown[]): Server {
  return listen.call(this, typeof options === 'object' ? { ...options, host: '127.0.0.1' } : options, ...rest)
}

/** SQS and S3 on one port, durable in the data folder. */
const { RECADO_DATA = '.recado', QUEUES_PORT = '0' } = process.env
const server = await startFauxqs({
  port: Number(QUEUES_PORT),
  logger: false,
  defaultRegion: 'sa-east-1',
  dataDir: join(RECADO_DATA, 'queues'),
})

process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
