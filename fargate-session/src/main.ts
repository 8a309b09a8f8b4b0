import './quiet.ts'
import { randomUUID } from 'node:crypto'
import { openCommandQueues } from './commands/command-queues.ts'
import { readEnvironment } from './ports/environment.ts'
import { openLog } from './ports/log.ts'
import { openPorts } from './ports/ports.ts'
import { protectWhileSending } from './task/protection.ts'
import { outliveRejections } from './task/rejections.ts'
import { releaseOf } from './task/release.ts'
import { Task } from './task/task.ts'
import { reportVitals } from './task/vitals.ts'

/** The socket service. Holds the Baileys connections of the shards it leases, until it gets a stop signal. */
const environment = readEnvironment(process.env)
const log = openLog(environment.LOG_LEVEL)
const { QUEUE_URL_PREFIX, SHARDS, DEPLOYMENT, ECS_AGENT_URI, ECS_CONTAINER_METADATA_URI_V4 } = environment
const release = await releaseOf(ECS_CONTAINER_METADATA_URI_V4, log)
const ports = openPorts(environment, log)
outliveRejections(ports)
const queues = openCommandQueues(QUEUE_URL_PREFIX, SHARDS)
const task = new Task(ports, { id: randomUUID(), release }, queues)
const companions = [
  ...(DEPLOYMENT ? [reportVitals(task, ports)] : []),
  ...(ECS_AGENT_URI ? [protectWhileSending(task, ECS_AGENT_URI, log)] : []),
]

/** Limit of a stop, whatever is still under way, in milliseconds. */
const LONGEST_STOP_MS = 20_000

process.once('SIGTERM', () => {
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
  for (const end of companions) end()
  const failed = (error: unknown) => {
    log.error('task not stopped', { error })
    process.exit(1)
  }
  void task.stop().then(() => process.exit(0), failed)
})

await task.start()
log.info('session service ready')
