import { startSystem } from './local-system.ts'

/**
 * The whole system as its own process, for tests of its output and for test files that share it. It ends with a
 * SIGTERM, or with its parent process.
 */
const system = await startSystem()
const stop = () => void system.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('disconnect', stop)
if (process.send) process.send(system.layout)
else console.log(`running ${JSON.stringify(system.layout)}`)
