import { startSystem } from '../support/local-system.ts'
import { descendantsOf, isAlive } from '../support/processes.ts'
import { ALONE, ON_A_SYSTEM } from './parts.ts'

/** `npm run bench`, or one part: `npm run bench -- figures`. Each part that measures a system starts its own. */
const ORDER = [
  'sockets',
  'cases',
  'figures',
  'cold-starts',
  'tenant-sessions',
  'lists',
  'engine',
  'message',
  'processor',
  'scale',
  'long-list',
  'pages',
  'desk',
  'desk-report',
  'report',
  'face',
  'neighbours',
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    // Processes of a system have process groups of their own, and would stay.
    for (const pid of descendantsOf(process.pid).filter(isAlive)) process.kill(pid, 'SIGKILL')
    process.exit(130)
  })

const [, , only] = process.argv
if (only !== undefined && !ORDER.includes(only))
  throw new Error(`There is no ${only}, but ${ORDER.join(', ')}`)
for (const name of ORDER) if (only === undefined || only === name) await bench(name)
process.exit(0)

async function bench(name: string): Promise<void> {
  await ALONE[name]?.('usual')
  const onSystem = ON_A_SYSTEM[name]
  if (!onSystem) return
  const system = await startSystem()
  try {
    await onSystem(system, 'usual')
  } finally {
    await system.stop()
  }
}
