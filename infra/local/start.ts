import { buildWebApp } from './build-web-app.ts'
import { openLayout, readOptions } from './layout.ts'
import { LocalSystem } from './system.ts'
import { untilStopped } from './until-stopped.ts'

/** `npm start`: the whole system on this machine, until Ctrl-C. */
const layout = await openLayout(readOptions(process.argv.slice(2), process.env))
await buildWebApp(layout.root)
const system = new LocalSystem(layout)

untilStopped(() => system.stop())
await system.start()
const phones = layout.whatsapp === 'simulator' ? `\n  phones   ${layout.origin}/simulator` : ''
console.log(`
Recado is running:
  app      ${layout.origin}${phones}
  mails    ${layout.origin}/mailbox
  sign in  admin@demo.test, password recado-demo
Ctrl-C ends it; the data stays in ${layout.data}.
`)
