import diagnostics from 'node:diagnostics_channel'
import { Server } from 'node:net'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import { type EmulatedQueue, shareFairly } from './fair-queues.ts'
import { shareTimer, type TimedQueue } from './queue-timers.ts'

// The emulator listens on all interfaces, without an option. This makes it listen on loopback only.
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server
Server.prototype.listen = function (this: Server, options: unknown, ...rest: unknown[]): Server {
  return listen.call(this, typeof options === 'object' ? { ...options, host: '127.0.0.1' } : options, ...rest)
}

/**
 * Largest file that this system sends in one piece, in bytes. The emulator's own limit is 11 MB, S3's is higher.
 */
const LARGEST_BODY = 32 * 2 ** 20
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as {
    fastify: { addHook(name: 'onRoute', hook: (route: object) => void): void }
  }
  fastify.addHook('onRoute', (route) => Object.assign(route, { bodyLimit: LARGEST_BODY }))
})

// fauxqs does not export the class of its queues.
const queueFile = new URL('./sqs/sqsStore.js', import.meta.resolve('fauxqs')).href
const { SqsQueue }: { SqsQueue: { prototype: EmulatedQueue & TimedQueue } } = await import(queueFile)
shareFairly(SqsQueue.prototype)
shareTimer(SqsQueue.prototype)

/** SQS and S3 on one port, durable in the data folder. */
const { RECADO_DATA = '.recado', QUEUES_PORT = '0' } = process.env
const server = await startFauxqs({
  port: Number(QUEUES_PORT),
  logger: false,
  defaultRegion: 'sa-east-1',
  dataDir: join(RECADO_DATA, 'queues'),
})

process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
