import { operate } from './operate.ts'

/** `npm run ops -- <command>`: what operators do to a deployment, or to the system on this machine. */
process.exitCode = await operate(process.argv.slice(2))
