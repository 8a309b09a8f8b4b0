import './silence-signal-library.ts'
import * as z from 'zod'
import { startSimulator } from './simulator.ts'

const environment = z
  .object({
    SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535),
    /** Folder of simulator.db and simulator-files. */
    RECADO_DATA: z.string().min(1),
  })
  .parse(process.env)

const simulator = await startSimulator({
  port: environment.SIMULATOR_PORT,
  dataFolder: environment.RECADO_DATA,
})
console.log(`WhatsApp simulator: ${simulator.url}/simulator`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    simulator.stop().then(() => process.exit(0))
  })
}
