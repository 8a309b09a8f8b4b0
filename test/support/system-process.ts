import { startSystem } from './local-system.ts'

/** The whole system as a process of its own, for tests of what it writes to its output. */
const system = await startSystem()
process.once('SIGTERM', () => void system.stop().then(() => process.exit(0)))
console.log(`running ${JSON.stringify(system.layout)}`)
