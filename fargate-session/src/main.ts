import './quiet.ts'
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { readEnvironment } from './environment.ts'
import { openPorts } from './ports.ts'
import { protectWhileSending } from './protection.ts'
import { releaseOf } from './release.ts'
import { Task } from './task.ts'
import { reportVitals } from './vitals.ts'

/** The socket service: holds the Baileys connections of the shards it leases until it is told to end. */
const environment = readEnvironment(process.env)
const log = pino({ level: environment.LOG_LEVEL, base: { service: 'session' } })
const { QUEUE_URL_PREFIX, DEPLOYMENT, ECS_AGENT_URI, ECS_CONTAINER_METADATA_URI_V4 } = environment
const release = await releaseOf(ECS_CONTAINER_METADATA_URI_V4, log)
const ports = openPorts(environment, log)
const task = new Task(ports, { id: randomUUID(), release }, QUEUE_URL_PREFIX)
const companions = [
  ...(DEPLOYMENT ? [reportVitals(task, ports)] : []),
  ...(ECS_AGENT_URI ? [protectWhileSending(task, ECS_AGENT_URI, log)] : []),
]

/** Ends within 20 seconds, whatever is still under way. */
const LONGEST_STOP_MS = 20_000

process.once('SIGTERM', () => {
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
  for (const end of companions) end()
  void task.stop().then(() => process.exit(0))
})

await task.start()
log.info('session service ready')
