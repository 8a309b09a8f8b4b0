import { operate } from './operate.ts'

/** `npm run ops -- <command>`: an operator's commands for a deployment, or for the local system. */
process.exitCode = await operate(process.argv.slice(2))
