import './quiet.ts'
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { readEnvironment } from './environment.ts'
import { openPorts } from './ports.ts'
import { Task } from './task.ts'

/** The socket service: holds the Baileys connections of the shards it leases until it is told to end. */
const environment = readEnvironment(process.env)
const log = pino({ level: environment.LOG_LEVEL, base: { service: 'session' } })
const task = new Task(openPorts(environment, log), randomUUID(), environment.QUEUE_URL_PREFIX)

/** Ends within 20 seconds, whatever is still under way. */
const LONGEST_STOP_MS = 20_000

process.once('SIGTERM', () => {
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
  void task.stop().then(() => process.exit(0))
})

await task.start()
log.info('session service ready')
