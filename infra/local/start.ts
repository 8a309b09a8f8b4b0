import { buildWebApp } from '../src/build-web-app.ts'
import type { Demo } from './demo/demo.ts'
import { layoutOfProcess } from './layout-of-process.ts'
import { LocalSystem } from './system.ts'
import { untilStopped } from './until-stopped.ts'

/** `npm start`: the whole system on this machine, until Ctrl-C. */
const layout = await layoutOfProcess()
await buildWebApp(layout.root)
const system = new LocalSystem(layout)

let demo: Demo | undefined
untilStopped(() => {
  demo?.stop()
  return system.stop()
})
await system.start()
// Loaded only now, because its modules open clients from the environment.
if (layout.demo) demo = await (await import('./demo/demo.ts')).startDemo(layout.origin)
const phones = layout.whatsapp === 'simulator' ? `\n  phones   ${layout.origin}/simulator` : ''
console.log(`
Recado is running:
  app      ${layout.origin}${phones}
  mails    ${layout.origin}/mailbox
  platform ${layout.origin}/platform
  sign in  admin@demo.test, password recado-demo
Ctrl-C ends it; the data stays in ${layout.data}.
`)
