import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { layoutOfProcess } from './layout-of-process.ts'
import { LocalSystem } from './system.ts'
import { untilStopped } from './until-stopped.ts'

/** `npm run dev`: the system behind Vite's server, which reloads the app as it is edited. */
const DEV_PORT = 5173
const layout = await layoutOfProcess()
const system = new LocalSystem({ ...layout, origin: `http://localhost:${DEV_PORT}` })
await system.start()

const vite = spawn(
  process.execPath,
  [
    join(layout.root, 'node_modules/vite/bin/vite.js'),
    '--port',
    String(DEV_PORT),
    '--strictPort',
    '--host',
    '127.0.0.1',
  ],
  {
    cwd: join(layout.root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, RECADO_PORT: String(layout.port) },
  },
)

untilStopped(() => {
  vite.kill()
  return system.stop()
})
